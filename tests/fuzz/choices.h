#pragma once

#include "tests/support/random_geometry.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

namespace ricochet::fuzz {

/// Bytes that decide, in the order in which they are read. What runs out is zero.
class ByteString {
public:
    explicit ByteString(std::string_view bytes) : bytes_(bytes) {}
    std::uint32_t next() { return isUsedUp() ? 0 : static_cast<unsigned char>(bytes_[read_++]); }
    bool isUsedUp() const { return read_ == bytes_.size(); }

private:
    std::string_view bytes_;
    std::size_t read_ = 0;
};

/// Where a world's decisions come from: the numbers of a seed, or bytes that others read on from.
/// Used like a `Random`.
class Choices {
public:
    explicit Choices(const Random& numbers) : source_(numbers) {}
    explicit Choices(ByteString& bytes) : source_(&bytes) {}

    /// 32 bits; of bytes, two are read, whose bits are repeated.
    std::uint32_t operator()() {
        if (auto* numbers = std::get_if<Random>(&source_)) return static_cast<std::uint32_t>((*numbers)());
        const std::uint32_t high = oneByte();
        return (high << 8 | oneByte()) * 0x10001u;
    }
    /// 0 … count - 1. A count that fits into a byte reads one.
    friend int pick(Choices& from, int count) {
        if (auto* numbers = std::get_if<Random>(&from.source_)) return ricochet::pick(*numbers, count);
        const std::uint32_t drawn = count <= 256 ? from.oneByte() : from();
        return static_cast<int>(drawn % static_cast<std::uint32_t>(count));
    }
    /// From low to high; of bytes, two are read.
    friend Real uniform(Choices& from, Real low, Real high) {
        if (auto* numbers = std::get_if<Random>(&from.source_)) {
            return ricochet::uniform(*numbers, low, high);
        }
        return low + (high - low) * (static_cast<Real>(from()) * 0x1p-32);
    }

private:
    std::uint32_t oneByte() { return std::get<ByteString*>(source_)->next(); }

    std::variant<Random, ByteString*> source_;
};

}  // namespace ricochet::fuzz
