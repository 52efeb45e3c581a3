#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// The closest points of two features, one on each, and the square of their distance (square metres).
struct ClosestPoints {
    Vec3 onA;
    Vec3 onB;
    Real distanceSquared;
};

/// The point of the closed triangle that is nearest to `point`; the triangle may be degenerate.
Vec3 closestPoint(const Triangle& triangle, const Vec3& point);

/// Takes segments a0–a1 and b0–b1; either may be a point, and they may be parallel.
ClosestPoints closestPoints(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

/// Takes two triangles; the distance is zero if they intersect.
ClosestPoints closestPoints(const Triangle& a, const Triangle& b);

/// Whether the distance of these is at most `distance` (metres, not negative). Faster than their closest
/// points.
bool isDistanceAtMost(Real distance, const Triangle& a, const Triangle& b);

}  // namespace ricochet
