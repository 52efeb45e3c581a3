#include "algorithms/round_shapes/placed_round.h"

#include "algorithms/geometry/hypotenuse.h"

#include <algorithm>

namespace ricochet::round_shapes {
namespace {

// Sine: a disc this flat on a face touches it all round. A cylinder of 1 m that leans by it stands 0.1 mm
// lower on one side.
constexpr Real kFlat = 1e-4;
constexpr Index kSpread = 4;  // points round a circle, a quarter of a turn apart

/// Position of a frustum's centre of mass along the axis.
Real middleHeight(const Frustum& f) {
    const Real b = f.bottomRadius, t = f.topRadius;
    const Real weight = b * b + b * t + t * t;
    const Real share = weight > 0 ? (b * b + 2 * b * t + 3 * t * t) / (4 * weight) : 0.5;
    return f.bottom + share * (f.top - f.bottom);
}

Vec3 weightedMiddle(const std::vector<Sphere>& spheres) {
    Vec3 sum = Vec3::Zero();
    Real weight = 0;
    for (const Sphere& sphere : spheres) {
        const Real volume = sphere.radius * sphere.radius * sphere.radius;
        sum += volume * sphere.centre;
        weight += volume;
    }
    return weight > 0 ? Vec3(sum / weight) : spheres.front().centre;
}

}  // namespace

bool isSphere(const RoundShape& shape) {
    if (const auto* hull = std::get_if<SphereHull>(&shape.solid)) return hull->spheres.size() == 1;
    const Frustum& f = std::get<Frustum>(shape.solid);
    return f.bottom == f.top && f.bottomRadius == 0 && f.topRadius == 0;
}

Vec3 middleOf(const RoundShape& shape) {
    if (const auto* hull = std::get_if<SphereHull>(&shape.solid)) return weightedMiddle(hull->spheres);
    const Frustum& f = std::get<Frustum>(shape.solid);
    return middleHeight(f) * Vec3::Unit(static_cast<Eigen::Index>(f.axis));
}

Real radiusAbout(const RoundShape& shape, const Vec3& point) {
    if (const auto* hull = std::get_if<SphereHull>(&shape.solid)) {
        Real radius = 0;
        for (const Sphere& sphere : hull->spheres) {
            radius = std::max(radius, (sphere.centre - point).norm() + sphere.radius);
        }
        return radius;
    }
    const Frustum& f = std::get<Frustum>(shape.solid);
    if (isSphere(shape) && f.bottom == 0 && point.isZero(0)) return f.growth;
    const auto k = static_cast<Eigen::Index>(f.axis);
    Vec3 aside = point;
    aside[k] = 0;
    const Real beside = aside.norm();
    return std::max(hypotenuse(f.bottomRadius + beside, f.bottom - point[k]),
                    hypotenuse(f.topRadius + beside, f.top - point[k])) +
           f.growth;
}

PlacedRound::PlacedRound(const RoundShape& shape, const Pose& inMesh) : shape_(&shape), pose_(inMesh) {
    const Vec3 middle = middleOf(shape);
    middle_ = toMesh(middle);
    radius_ = radiusAbout(shape, middle);
    if (const auto* f = std::get_if<Frustum>(&shape.solid)) {
        growth_ = f->growth;
        isSphere_ = round_shapes::isSphere(shape);
        if (!isSphere_) profile_.emplace(*f);
    } else if (const auto& spheres = std::get<SphereHull>(shape.solid).spheres; spheres.size() == 1) {
        growth_ = spheres.front().radius;
        isSphere_ = true;
    }
}

Vec3 PlacedRound::support(const Vec3& direction) const {
    if (isSphere_) return middle_ + growth_ * direction.normalized();
    return toMesh(supportOf(*shape_, pose_.rotation.transpose() * direction));
}

NearestOnSurface PlacedRound::nearest(const Vec3& point) const {
    if (isSphere_) {
        const Vec3 arm = point - middle_;
        const Real length = arm.norm();
        const Vec3 normal = length > 0 ? Vec3(arm / length) : Vec3::UnitZ();  // at the centre: any will do
        return {length - growth_, middle_ + growth_ * normal, normal};
    }
    NearestOnSurface nearest =
        profile_ ? profile_->nearest(toShape(point)) : nearestOnSurface(*shape_, toShape(point));
    nearest.onSurface = toMesh(nearest.onSurface);
    nearest.normal = pose_.rotation * nearest.normal;
    return nearest;
}

Aabb PlacedRound::box() const {
    if (isSphere_) return {middle_ - Vec3::Constant(growth_), middle_ + Vec3::Constant(growth_)};
    Aabb box;
    for (int k = 0; k < 3; ++k) {
        box.max[k] = support(Vec3::Unit(k))[k];
        box.min[k] = support(-Vec3::Unit(k))[k];
    }
    return box;
}

void PlacedRound::touchPoints(const Vec3& down, std::vector<TouchPoint>& out) const {
    out.clear();
    if (isSphere_) {
        out.push_back({middle_ + growth_ * down, middle_, 0});
    } else if (const auto* f = std::get_if<Frustum>(&shape_->solid)) {
        addFrustumPoints(*f, down, out);
    } else {
        Index id = 0;
        for (const Sphere& sphere : std::get<SphereHull>(shape_->solid).spheres) {
            const Vec3 centre = toMesh(sphere.centre);
            out.push_back({centre + sphere.radius * down, centre, id++});
        }
    }
}

void PlacedRound::addFrustumPoints(const Frustum& frustum, const Vec3& down,
                                   std::vector<TouchPoint>& out) const {
    const Vec3 localDown = pose_.rotation.transpose() * down, grown = frustum.growth * down;
    for (const bool isTop : {false, true}) addDiscPoints(frustum, isTop, localDown, grown, out);
}

void PlacedRound::addDiscPoints(const Frustum& frustum, bool isTop, const Vec3& localDown, const Vec3& grown,
                                std::vector<TouchPoint>& out) const {
    constexpr Index kFeaturesOfDisc = 1 + kSpread;
    const auto k = static_cast<Eigen::Index>(frustum.axis);
    const Real radius = isTop ? frustum.topRadius : frustum.bottomRadius;
    const Vec3 centre = (isTop ? frustum.top : frustum.bottom) * Vec3::Unit(k);
    const Index id = isTop ? kFeaturesOfDisc : 0;
    const auto add = [&](const Vec3& local, Index feature) {
        const Vec3 core = toMesh(local);
        out.push_back({core + grown, core, id + feature});
    };
    if (radius == 0) return add(centre, 0);
    Vec3 across = localDown;
    across[k] = 0;
    const Real lean = across.norm();
    if (lean > kFlat) add(centre + radius / lean * across, 0);
    // Flat, or nearly: the upper disc cannot touch the face.
    if ((localDown[k] > 0) != isTop) return;
    const Vec3 u = Vec3::Unit((k + 1) % 3), v = Vec3::Unit((k + 2) % 3);
    for (Index i = 0; i < kSpread; ++i) {
        const Real sign = i < 2 ? 1 : -1;
        add(centre + sign * radius * (i % 2 == 0 ? u : v), 1 + i);
    }
}

}  // namespace ricochet::round_shapes
