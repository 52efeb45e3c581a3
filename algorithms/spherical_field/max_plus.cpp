// Fuenfzig, Ullrich, Fellner. 2006. Section "Subsampling": the max-plus algebra, where max replaces the sum
// and the sum the product. The nonstandard extension to two dimensions follows Stollnitz, DeRose, Salesin.
// Wavelets for Computer Graphics. 1996. As in the paper, whole rows are transformed, details included.

#include "algorithms/spherical_field/max_plus.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace ricochet::spherical_field {
namespace {

constexpr std::uint32_t kLongestRow = 256;
using Row = std::array<Coefficient, kLongestRow>;

Coefficient sum(int a, int b) { return static_cast<Coefficient>(a + b); }

/// One step along a line of `size` entries that are `step` apart.
void decomposeLine(Bound bound, Coefficient* line, std::uint32_t size, std::uint32_t step) {
    Row row;
    const std::uint32_t half = size / 2;
    for (std::uint32_t k = 0; k < half; ++k) {
        const Coefficient even = line[2 * k * step], odd = line[(2 * k + 1) * step];
        row[k] = bound == Bound::upper ? std::max(even, odd) : std::min(even, odd);
        row[half + k] = sum(even, -odd);
    }
    for (std::uint32_t k = 0; k < size; ++k) line[k * step] = row[k];
}

void composeLine(Bound bound, Coefficient* line, std::uint32_t size, std::uint32_t step) {
    Row row;
    const std::uint32_t half = size / 2;
    for (std::uint32_t k = 0; k < half; ++k) {
        const Coefficient c = line[k * step], d = line[(half + k) * step];
        const int below = std::min<int>(0, d), above = std::max<int>(0, d);
        row[2 * k] = sum(c, bound == Bound::upper ? below : above);
        row[2 * k + 1] = sum(c, bound == Bound::upper ? -above : -below);
    }
    for (std::uint32_t k = 0; k < size; ++k) line[k * step] = row[k];
}

}  // namespace

void decomposeSquare(Bound bound, std::span<Coefficient> square, std::uint32_t size) {
    assert(square.size() == std::size_t{size} * size && size <= kLongestRow);
    for (std::uint32_t part = size; part > 1; part /= 2) {
        for (std::uint32_t row = 0; row < part; ++row) decomposeLine(bound, &square[row * size], part, 1);
        for (std::uint32_t column = 0; column < part; ++column) {
            decomposeLine(bound, &square[column], part, size);
        }
    }
}

void composeStep(Bound bound, std::span<Coefficient> square, std::uint32_t stride, std::uint32_t size) {
    for (std::uint32_t column = 0; column < size; ++column) {
        composeLine(bound, &square[column], size, stride);
    }
    for (std::uint32_t row = 0; row < size; ++row) composeLine(bound, &square[row * stride], size, 1);
}

}  // namespace ricochet::spherical_field
