#pragma once

#include "algorithms/geometry/types.h"

#include <limits>

namespace ricochet {

/// Axis-aligned box, closed: boxes that touch overlap. A default-constructed box is empty and overlaps
/// nothing.
struct Aabb {
    Vec3 min = Vec3::Constant(std::numeric_limits<Real>::infinity());
    Vec3 max = Vec3::Constant(-std::numeric_limits<Real>::infinity());

    void include(const Vec3& point) {
        min = min.cwiseMin(point);
        max = max.cwiseMax(point);
    }
    bool isEmpty() const { return (min.array() > max.array()).any(); }
    Vec3 centre() const { return 0.5 * (min + max); }
    Vec3 size() const { return max - min; }
    /// Total area of its six sides.
    Real area() const {
        const Vec3 s = size();
        return 2 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x());
    }
    bool contains(const Vec3& point) const {
        return (min.array() <= point.array()).all() && (point.array() <= max.array()).all();
    }
};

inline Aabb boxOf(const Triangle& triangle) {
    return {triangle[0].cwiseMin(triangle[1]).cwiseMin(triangle[2]),
            triangle[0].cwiseMax(triangle[1]).cwiseMax(triangle[2])};
}

inline bool overlaps(const Aabb& a, const Aabb& b) {
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

/// Squared distance of the closest points of two boxes; zero if they overlap.
inline Real squaredDistance(const Aabb& a, const Aabb& b) {
    return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0).squaredNorm();
}

inline Aabb intersection(const Aabb& a, const Aabb& b) {
    return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)};
}
inline Aabb grown(const Aabb& box, Real by) {
    return {box.min - Vec3::Constant(by), box.max + Vec3::Constant(by)};
}

/// Grown by at least `by`, with the rounding error added. The same box if `by` is zero.
inline Aabb grownOutward(const Aabb& box, Real by) {
    if (by == 0) return box;
    const Aabb rounded = grown(box, by);
    const Real ulp = std::numeric_limits<Real>::epsilon();
    return {rounded.min - ulp * rounded.min.cwiseAbs(), rounded.max + ulp * rounded.max.cwiseAbs()};
}

}  // namespace ricochet
