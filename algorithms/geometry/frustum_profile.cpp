// The nearest point of a surface of revolution lies in the half plane through the axis and the query point.
// There the core is a convex outline of at most three sides.

#include "algorithms/geometry/frustum_profile.h"

#include <limits>

namespace ricochet {

FrustumProfile::FrustumProfile(const Frustum& f)
    : axis_(static_cast<Eigen::Index>(f.axis)), growth_(f.growth) {
    const Place bottom(f.bottomRadius, f.bottom), top(f.topRadius, f.top);
    add(Place(0, f.bottom), bottom, Place(0, -1));
    add(Place(0, f.top), top, Place(0, 1));
    const Place along = top - bottom;
    const Real length = along.norm();
    if (length > 0) add(bottom, top, Place(along.y(), -along.x()) / length);
}

void FrustumProfile::add(const Place& from, const Place& to, const Place& normal) {
    const Place along = to - from;
    const Real length2 = along.squaredNorm();
    sides_[static_cast<std::size_t>(count_++)] = {from, to, along, normal, length2 > 0 ? 1 / length2 : 0};
}

NearestOnSurface FrustumProfile::nearest(const Vec3& point) const {
    Vec3 radial = point;
    radial[axis_] = 0;
    const Real rho = radial.norm();
    // on the axis: any direction across it
    const Vec3 outwards = rho > 0 ? Vec3(radial / rho) : Vec3(Vec3::Unit((axis_ + 1) % 3));
    const Nearest core = nearest(Place(rho, point[axis_]));
    Vec3 normal = core.normal.x() * outwards;
    normal[axis_] = core.normal.y();
    const Real distance = core.distance - growth_;
    return {distance, point - distance * normal, normal};
}

Real FrustumProfile::slope(const Vec3& point, const Vec3& direction) const {
    Vec3 radial = point;
    radial[axis_] = 0;
    const Real rho = radial.norm();
    const Nearest core = nearest(Place(rho, point[axis_]));
    const Real outwards = rho > 0 ? radial.dot(direction) / rho : direction[(axis_ + 1) % 3];
    return core.normal.x() * outwards + core.normal.y() * direction[axis_];
}

FrustumProfile::Nearest FrustumProfile::nearest(const Place& place) const {
    Nearest inner{-std::numeric_limits<Real>::infinity(), Place(0, 1)};
    for (int i = 0; i < count_; ++i) {
        const Side& side = sides_[static_cast<std::size_t>(i)];
        const Real height = side.normal.dot(place - side.from);
        if (height > inner.distance) inner = {height, side.normal};
    }
    return inner.distance <= 0 ? inner : nearestFromOutside(place, inner);
}

FrustumProfile::Nearest FrustumProfile::nearestFromOutside(const Place& place, const Nearest& highest) const {
    Real best2 = std::numeric_limits<Real>::infinity();  // squared distance to a corner
    Place away(0, 1);
    for (int i = 0; i < count_; ++i) {
        const Side& side = sides_[static_cast<std::size_t>(i)];
        const Place arm = place - side.from;
        const Real t = arm.dot(side.along) * side.perLength2;
        if (0 < t && t < 1) {
            const Real height = side.normal.dot(arm);
            if (height >= 0) return {height, side.normal};  // convex: no other point is nearer than this foot
            continue;
        }
        const Place fromCorner = t <= 0 ? arm : Place(place - side.to);
        const Real distance2 = fromCorner.squaredNorm();
        if (distance2 < best2) best2 = distance2, away = fromCorner;
    }
    const Real distance = std::sqrt(best2);
    if (!(distance > 0)) return highest;  // on a corner any normal of its cone will do
    return {distance, away / distance};
}

}  // namespace ricochet
