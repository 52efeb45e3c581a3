#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::stencil {

/// How A and B lie along the ray of one pixel; depth grows away from the viewer. a … f are the cases of the
/// paper's figure 1, if each has one interval; for others only whether they collide is given.
enum class PixelCase : std::uint8_t {
    outside,    ///< A is absent
    clear,      ///< B is farther than all of A, or absent (case a)
    farEnd,     ///< B begins in A and ends beyond it (case b)
    insideB,    ///< A is in B (case c)
    insideA,    ///< B is in A (case d)
    nearEnd,    ///< B begins before A and ends in it (case e)
    before,     ///< B is nearer than all of A (case f)
    collides,   ///< A or B has several intervals; they share points
    apart,      ///< A or B has several intervals; they share none
    undecided,  ///< counters cannot decide (line 193 of the paper)
    malformed,  ///< an odd number of layers: the mesh is open, or clipped by the view
    count
};
inline constexpr std::size_t kPixelCases = static_cast<std::size_t>(PixelCase::count);

/// How many pixels each case has.
using PixelCounts = std::array<std::uint32_t, kPixelCases>;

constexpr bool isCollision(PixelCase c) {
    return (c >= PixelCase::farEnd && c <= PixelCase::nearEnd) || c == PixelCase::collides;
}

/// The cases of all pixels, lowest row first.
struct CollisionMap {
    int pixels = 0;  ///< a side
    std::vector<PixelCase> cases;

    PixelCase at(int x, int y) const { return cases[static_cast<std::size_t>(y * pixels + x)]; }
    PixelCounts histogram() const;
};

/// The case of a pixel by the paper's counters. `layersA`: layers of A as far as known: 0, 2 (convex along
/// the ray) or any other number; `sc1` and `sc2`: the layers of B not beyond A's end, and those before its
/// begin. `sc1Full`: the count at which the counter may have overflowed.
PixelCase pixelCase(unsigned layersA, unsigned sc1, unsigned sc2, unsigned sc1Full);

}  // namespace ricochet::stencil
