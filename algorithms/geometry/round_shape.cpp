// The signed distance from a convex solid is the maximum of n·p - h(n) over all unit n, where h is the
// support function of the solid. For a frustum the problem is planar, in its profile; for a hull of spheres
// the maximum is at one of finitely many n, one for each sphere, cone and plane of its surface.

#include "algorithms/geometry/round_shape.h"

#include "algorithms/geometry/frustum_profile.h"
#include "algorithms/geometry/hypotenuse.h"
#include "algorithms/geometry/sphere_hull.h"

#include <algorithm>

namespace ricochet {
namespace {

Vec3 unitAlong(Index axis) { return Vec3::Unit(static_cast<Eigen::Index>(axis)); }

bool isSphere(const Frustum& f) { return f.bottom == f.top && f.bottomRadius == 0 && f.topRadius == 0; }

NearestOnSurface nearestOnSphere(const Vec3& centre, Real radius, const Vec3& point) {
    const Vec3 arm = point - centre;
    const Real length = arm.norm();
    const Vec3 normal = length > 0 ? Vec3(arm / length) : Vec3::UnitZ();  // at the centre: any will do
    return {length - radius, centre + radius * normal, normal};
}

NearestOnSurface nearestOn(const RoundShape& shape, const Vec3& point) {
    if (const auto* hull = std::get_if<SphereHull>(&shape.solid)) return nearestOn(*hull, point);
    const Frustum& f = std::get<Frustum>(shape.solid);
    return isSphere(f) ? nearestOnSphere(f.bottom * unitAlong(f.axis), f.growth, point)
                       : FrustumProfile(f).nearest(point);
}

Vec3 supportOf(const Frustum& f, const Vec3& direction) {
    const auto k = static_cast<Eigen::Index>(f.axis);
    Vec3 across = direction;
    across[k] = 0;
    const Real size = across.norm(), length = direction.norm();
    if (size > 0) across /= size;
    const Real atTop = size * f.topRadius + direction[k] * f.top;
    const Real atBottom = size * f.bottomRadius + direction[k] * f.bottom;
    const bool isTop = atTop > atBottom;
    Vec3 point = (isTop ? f.topRadius : f.bottomRadius) * across;
    point[k] = isTop ? f.top : f.bottom;
    if (length > 0) point += f.growth / length * direction;
    return point;
}

Real radiusOf(const Frustum& f) {
    if (isSphere(f) && f.bottom == 0) return f.growth;
    return std::max(hypotenuse(f.bottomRadius, f.bottom), hypotenuse(f.topRadius, f.top)) + f.growth;
}

Aabb boxOf(const Frustum& f) {
    const auto k = static_cast<Eigen::Index>(f.axis);
    const Real across = std::max(f.bottomRadius, f.topRadius) + f.growth;
    Aabb box{Vec3::Constant(-across), Vec3::Constant(across)};
    box.min[k] = f.bottom - f.growth;
    box.max[k] = f.top + f.growth;
    return box;
}

}  // namespace

RoundShape RoundShape::sphere(Real radius) { return {Frustum{.growth = radius}}; }

RoundShape RoundShape::capsule(Index axis, Real halfHeight, Real radius) {
    return {Frustum{.axis = axis, .bottom = -halfHeight, .top = halfHeight, .growth = radius}};
}

RoundShape RoundShape::cylinder(Index axis, Real halfHeight, Real radius) {
    return {Frustum{axis, -halfHeight, halfHeight, radius, radius, 0}};
}

RoundShape RoundShape::cone(Index axis, Real halfHeight, Real radius) {
    return {Frustum{axis, -halfHeight, halfHeight, radius, 0, 0}};
}

RoundShape RoundShape::sphereHull(std::vector<Sphere> spheres) { return {hullOf(std::move(spheres))}; }

Aabb boxOf(const RoundShape& shape) {
    if (const auto* f = std::get_if<Frustum>(&shape.solid)) return boxOf(*f);
    Aabb box;
    for (const Sphere& sphere : std::get<SphereHull>(shape.solid).spheres) {
        box.include(sphere.centre - Vec3::Constant(sphere.radius));
        box.include(sphere.centre + Vec3::Constant(sphere.radius));
    }
    return box;
}

Real radiusOf(const RoundShape& shape) {
    if (const auto* f = std::get_if<Frustum>(&shape.solid)) return radiusOf(*f);
    Real radius = 0;
    for (const Sphere& sphere : std::get<SphereHull>(shape.solid).spheres) {
        radius = std::max(radius, sphere.centre.norm() + sphere.radius);
    }
    return radius;
}

Vec3 supportOf(const RoundShape& shape, const Vec3& direction) {
    if (const auto* f = std::get_if<Frustum>(&shape.solid)) return supportOf(*f, direction);
    return supportOf(std::get<SphereHull>(shape.solid), direction);
}

NearestOnSurface nearestOnSurface(const RoundShape& shape, const Vec3& point) {
    return nearestOn(shape, point);
}

}  // namespace ricochet
