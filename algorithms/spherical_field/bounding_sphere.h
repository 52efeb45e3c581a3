#pragma once

#include "algorithms/geometry/relative_pose.h"

#include <span>

namespace ricochet::spherical_field {

/// A sphere that contains all points, rarely more than a tenth larger than the smallest one.
/// Ritter. An Efficient Bounding Sphere. Graphics Gems. 1990.
inline BoundingSphere boundingSphere(std::span<const Vec3> points) {
    const auto farthestFrom = [&](const Vec3& from) {
        Vec3 best = from;
        for (const Vec3& point : points) {
            if ((point - from).stableNorm() > (best - from).stableNorm()) best = point;
        }
        return best;
    };
    const Vec3 one = farthestFrom(points[0]), other = farthestFrom(one);
    BoundingSphere sphere = {one + (other - one) / 2, (other - one).stableNorm() / 2};
    for (const Vec3& point : points) {
        const Vec3 out = point - sphere.centre;
        const Real distance = out.stableNorm();
        if (distance <= sphere.radius) continue;
        const Real grown = (sphere.radius + distance) / 2;
        sphere.centre += (1 - grown / distance) * out;
        sphere.radius = grown;
    }
    return sphere;
}

}  // namespace ricochet::spherical_field
