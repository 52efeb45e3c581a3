#pragma once

#include "adapters/precision.h"

#include <LinearMath/btVector3.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A 64-bit hash of a shape's state, to detect changes; input is added eight bytes at a time. Each word is
/// mixed with its position, independently of the others, so that a processor works on several at once; then
/// all are summed. (The mixing is Stafford's variant 13 of MurmurHash3's last steps, as in Steele, Lea,
/// Flood. Fast splittable pseudorandom number generators. 2014.)
class Signature {
public:
    void add(const void* bytes, std::size_t count) {
        constexpr std::size_t kWord = sizeof(std::uint64_t);
        const auto* const from = static_cast<const unsigned char*>(bytes);
        std::size_t i = 0;
        for (; i + kWord <= count; i += kWord) addWord(from + i, kWord);
        if (i == count) return;
        if (count > kWord) {
            addWord(from + count - kWord, kWord);  // some bytes twice
        } else {
            addWord(from, count);
        }
    }
    void add(const void* address) { addValue(reinterpret_cast<std::uintptr_t>(address)); }
    void add(int number) { addValue(number); }
    void add(const btVector3& v) {
        for (int i = 0; i < 3; ++i) addValue(v[i]);
    }

    std::uint64_t value() const { return sum_; }

private:
    template <class Value>
    void addValue(Value value) {
        addWord(&value, sizeof value);
    }
    void addWord(const void* bytes, std::size_t count) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, count);
        place_ += 0x9e3779b97f4a7c15ull;
        sum_ += mixed(word + place_);
    }
    static std::uint64_t mixed(std::uint64_t word) {
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
        word = (word ^ word >> 27) * 0x94d049bb133111ebull;
        return word ^ word >> 31;
    }

    std::uint64_t sum_ = 0, place_ = 0;
};

/// Most elements of an array that enter a signature: signatures are computed in every step.
inline constexpr int kSignatureSamples = 16;

/// Calls visit(i) for at most `kSamples` evenly spread i below `count`, the last one included.
template <int kSamples = kSignatureSamples, class Visit>
void forEachSample(int count, Visit&& visit) {
    if (count <= kSamples) {
        for (int i = 0; i < count; ++i) visit(i);
        return;
    }
    // A constant divisor: division takes longer than all else here.
    for (int s = 1; s <= kSamples; ++s) {
        visit(static_cast<int>(std::int64_t{s} * count / kSamples) - 1);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
