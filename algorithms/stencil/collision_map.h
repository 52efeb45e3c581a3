#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::stencil {

/// How A and B lie along the ray of one pixel; depth grows away from the viewer. a … f are the cases of the
/// paper's figure 1, where either is met in one interval; for others it is only said whether they collide.
enum class PixelCase : std::uint8_t {
    outside,    ///< A is not there
    clear,      ///< B is farther than all of A, or not there (case a)
    farEnd,     ///< B begins in A and ends beyond it (case b)
    insideB,    ///< A is in B (case c)
    insideA,    ///< B is in A (case d)
    nearEnd,    ///< B begins before A and ends in it (case e)
    before,     ///< B is nearer than all of A (case f)
    collides,   ///< A or B is met more than once; they share points
    apart,      ///< A or B is met more than once; they share none
    undecided,  ///< counters cannot tell (line 193 of the paper)
    malformed,  ///< an odd number of layers: the mesh is open, or is cut by the view
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

/// What the paper's counters say of a pixel. `layersA` is what is known of A: 0, 2 (convex along the ray) or
/// anything else; `sc1` and `sc2` are the layers of B that are not beyond A's end, and those before its
/// begin. `sc1Full` is the count at which the counter may have overflown.
PixelCase caseOf(unsigned layersA, unsigned sc1, unsigned sc2, unsigned sc1Full);

}  // namespace ricochet::stencil
