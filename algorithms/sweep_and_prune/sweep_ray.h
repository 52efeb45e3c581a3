#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <cmath>

namespace ricochet {

/// From `origin` along `direction` as far as `length` times it, swept by a box: at t it is
/// origin + t direction + [boxMin, boxMax]. Zero boxes make it a plain ray.
struct SweepRay {
    Vec3 origin, direction;
    Real length = 1;
    Vec3 boxMin = Vec3::Zero(), boxMax = Vec3::Zero();
};

namespace sweep {

/// Replaces the inverse of zero, or of nearly zero: finite, so that products with it are defined.
inline constexpr Real kSteep = 1e30;

inline Vec3 reciprocal(const Vec3& direction) {
    return direction.unaryExpr([](Real d) { return std::abs(d) < 1 / kSteep ? kSteep : 1 / d; });
}

/// The definition of a hit: three slabs in double, closed at both ends.
inline bool hits(const SweepRay& ray, const Vec3& inverse, const SweepBox& box) {
    if (isEmpty(box)) return false;
    Real enters = 0, leaves = ray.length;
    for (Index axis = 0; axis < 3; ++axis) {
        const Real toMin = Real{box.min[axis]} - ray.boxMax[axis] - ray.origin[axis];
        const Real toMax = Real{box.max[axis]} - ray.boxMin[axis] - ray.origin[axis];
        if (inverse[axis] == kSteep) {  // parallel to the slab: always or never inside
            if (toMin > 0 || toMax < 0) return false;
            continue;
        }
        const Real low = toMin * inverse[axis], high = toMax * inverse[axis];
        enters = std::max(enters, std::min(low, high));
        leaves = std::min(leaves, std::max(low, high));
    }
    return enters <= leaves;
}

}  // namespace sweep
}  // namespace ricochet
