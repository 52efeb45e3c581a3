#pragma once

#include <cstdint>

namespace ricochet {

/// A number that looks random; different words give different ones. Stafford's variant 13 of the last steps
/// of MurmurHash3, as in Steele, Lea, Flood. Fast splittable pseudorandom number generators. 2014.
inline std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ word >> 27) * 0x94d049bb133111ebull;
    return word ^ word >> 31;
}

}  // namespace ricochet
