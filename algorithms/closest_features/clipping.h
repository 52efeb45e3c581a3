// Sutherland, Hodgman. Reentrant Polygon Clipping. 1974.
// Ours identifies each corner by its two sides, so that it is recognized in the next step.
#pragma once

#include "algorithms/geometry/types.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ricochet {

/// A corner of a polygon that is being clipped. Sides of the polygon itself count from 0, those of the prism
/// that clips it from kFirstPrismSide.
struct ClipCorner {
    Vec3 point;
    std::uint8_t before, after;  ///< the sides that end and begin here
};
inline constexpr std::uint8_t kFirstPrismSide = 128;

/// Clips a polygon to the prism over a convex polygon, grown by `tolerance` (metres). `prism`: its corners,
/// counter-clockwise seen against `normal`. `polygon`: convex, at most 128 corners; two are a segment, one is
/// a point. `spare`: workspace.
void clipToPrism(std::span<const Vec3> prism, const Vec3& normal, Real tolerance,
                 std::vector<ClipCorner>& polygon, std::vector<ClipCorner>& spare);

}  // namespace ricochet
