// Sutherland, Hodgman. Reentrant Polygon Clipping. 1974.
// Ours names each corner by the two sides that meet there, so that it is known again in the next step.
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
    std::uint8_t before, after;  ///< the sides that end and that begin here
};
inline constexpr std::uint8_t kFirstPrismSide = 128;

/// Cuts off what lies outside of the prism over a convex polygon, by more than `tolerance` (metres). `prism`:
/// its corners, counter-clockwise seen against `normal`. `polygon`: convex, at most 128 corners; two are a
/// segment, one is a point. `spare` is worked on.
void clipToPrism(std::span<const Vec3> prism, const Vec3& normal, Real tolerance,
                 std::vector<ClipCorner>& polygon, std::vector<ClipCorner>& spare);

}  // namespace ricochet
