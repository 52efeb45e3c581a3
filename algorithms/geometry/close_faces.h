#pragma once

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>

namespace ricochet {

/// Whether two faces are a pair in the sense of NarrowPhase: for `within` zero exactly those that intersect;
/// else all whose distance is at most `within` (metres), and of the others only such as rounding cannot tell.
inline bool areWithin(const Triangle& a, const Triangle& b, Real within) {
    if (within == 0) return intersects(a, b);
    // Rounding moves the closest points by a few units in the last place of the coordinates.
    constexpr Real kRelativeSlack = 1e-13;
    Real largest = within;
    for (const Triangle* triangle : {&a, &b}) {
        for (const Vec3& corner : *triangle) largest = std::max(largest, corner.lpNorm<Eigen::Infinity>());
    }
    const Real reach = within + kRelativeSlack * largest;
    return closestPoints(a, b).distanceSquared <= reach * reach;
}

}  // namespace ricochet
