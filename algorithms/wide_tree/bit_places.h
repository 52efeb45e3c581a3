#pragma once

#include <array>
#include <cstdint>

namespace ricochet::wide_tree {

/// For every byte value the positions of its set bits, ascending, one per byte of the entry from the lowest
/// memory address on; the rest is zero.
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> kPlacesOfBits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table = {};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned count = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if (byte >> bit & 1u) table[byte][count++] = bit;
        }
    }
    return table;
}();

}  // namespace ricochet::wide_tree
