#pragma once

#include <LinearMath/btVector3.h>
#include <ricochet/precision.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Tells one state of a shape from another: a 64-bit hash of what is fed to it, eight bytes at a time (FNV-1a
/// on words, the upper half folded down after each).
class Signature {
public:
    void add(const void* bytes, std::size_t count) {
        const auto* from = static_cast<const unsigned char*>(bytes);
        for (std::size_t i = 0; i < count; i += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, from + i, std::min(count - i, sizeof word));
            value_ = (value_ ^ word) * 0x100000001b3ull;
            value_ ^= value_ >> 32;
        }
    }
    void add(const void* address) { addValue(reinterpret_cast<std::uintptr_t>(address)); }
    void add(int number) { addValue(number); }
    void add(const btVector3& v) {
        for (int i = 0; i < 3; ++i) addValue(v[i]);
    }

    std::uint64_t value() const { return value_; }

private:
    template <class Value>
    void addValue(Value value) {
        add(&value, sizeof value);
    }

    std::uint64_t value_ = 0xcbf29ce484222325ull;
};

/// At most so many elements of an array go into a signature: a shape is looked at in every step.
inline constexpr int kSignatureSamples = 16;

/// Calls visit(i) for at most `kSignatureSamples` evenly spread i below `count`, the last one included.
template <class Visit>
void forEachSample(int count, Visit&& visit) {
    if (count <= kSignatureSamples) {
        for (int i = 0; i < count; ++i) visit(i);
        return;
    }
    // By a constant: division takes longer than all else here.
    for (int s = 1; s <= kSignatureSamples; ++s) {
        visit(static_cast<int>(std::int64_t{s} * count / kSignatureSamples) - 1);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
