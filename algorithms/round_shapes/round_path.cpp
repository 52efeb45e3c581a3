#include "algorithms/round_shapes/round_path.h"

#include <algorithm>

namespace ricochet::round_shapes {
namespace {

constexpr int kSamples = 8;  // of a path that may be curved

/// Metres from a point of the shape's frame to the farthest point that rotation moves; rotation does not move
/// the surface that growth by a sphere adds.
Real coreRadiusAbout(const RoundShape& shape, const Vec3& point) {
    if (const auto* f = std::get_if<Frustum>(&shape.solid)) return radiusAbout(shape, point) - f->growth;
    Real radius = 0;
    for (const Sphere& sphere : std::get<SphereHull>(shape.solid).spheres) {
        radius = std::max(radius, (sphere.centre - point).norm());
    }
    return radius;
}

}  // namespace

RoundPath::RoundPath(const RoundShape& shape, const RigidMotion& round, const RigidMotion& mesh)
    : shape_(&shape),
      round_(round),
      mesh_(mesh),
      meshInverse_(mesh.poseAt0.rotation.inverse()),
      shift_(round.translation - mesh.translation) {
    const Vec3 centre = round.poseAt0.rotation.transpose() * (round.centre - round.poseAt0.translation);
    turn_ = round.angle > 0 ? round.angle * coreRadiusAbout(shape, centre) : 0;
    length_ = shift_.norm() + turn_;
    if (mesh.angle > 0) {
        const Vec3 middle = transformPoint(round.poseAt0, middleOf(shape));
        const Real apart = (middle - mesh.centre).norm() + shift_.norm();
        length_ += mesh.angle * (apart + radiusAbout(shape, middleOf(shape)));
    }
}

PlacedRound RoundPath::at(Real time) const {
    const Pose round = poseAt(round_, time);
    if (mesh_.angle > 0) return {*shape_, seenFrom(poseAt(mesh_, time), round)};
    const Vec3 origin = mesh_.poseAt0.translation + time * mesh_.translation;
    return {*shape_, {meshInverse_ * round.rotation, meshInverse_ * (round.translation - origin)}};
}

Real RoundPath::approach(Real time, const Vec3& normal, Real arm) const {
    const Matrix3 rotation = mesh_.angle > 0 ? poseAt(mesh_, time).rotation : mesh_.poseAt0.rotation;
    return -(rotation * normal).dot(shift_) + turn_ + mesh_.angle * arm;
}

Real RoundPath::leverArm(const Vec3& point) const {
    return mesh_.angle > 0 ? (transformPoint(mesh_.poseAt0, point) - mesh_.centre).norm() : 0;
}

Aabb RoundPath::sweptBox(Real end) const {
    if (mesh_.angle == 0 && turn_ == 0) {
        Aabb box = at(0).box();
        const Aabb last = at(end).box();
        box.include(last.min);
        box.include(last.max);
        return box;
    }
    Aabb box;
    for (int i = 0; i <= kSamples; ++i) box.include(at(end * i / kSamples).middle());
    // Between samples no point deviates by more than half of their distance.
    return grown(box, at(0).radius() + length_ / kSamples / 2);
}

}  // namespace ricochet::round_shapes
