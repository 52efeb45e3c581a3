// Chasles 1830: a screw leads from any pose to any other. Kim, Rossignac. Collision Prediction for Polyhedra
// under Screw Motions. 2003: the screw replaces the motion in between; here with a bound of the error.
#include "algorithms/geometry/screw_motion.h"

#include "algorithms/geometry/hypotenuse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet {
namespace {

constexpr Real kNoTurn = 1e-12;  // radians: below it the axis is noise, and distant

/// The span of c + p cos s + q sin s + r s while s goes from 0 to `angle`.
struct Span {
    Real minimum, greatest;
    void include(Real value) {
        minimum = std::min(minimum, value);
        greatest = std::max(greatest, value);
    }
};

Span spanOf(Real c, Real p, Real q, Real r, Real angle) {
    const auto at = [&](Real s) { return c + p * std::cos(s) + q * std::sin(s) + r * s; };
    Span span{at(0), at(0)};
    span.include(at(angle));
    // Extremes: q cos s - p sin s + r = 0, so amplitude cos(s - phase) = -r.
    const Real amplitude = hypotenuse(p, q);
    if (!(std::abs(r) < amplitude)) return span;
    const Real phase = std::atan2(-p, q), aside = std::acos(-r / amplitude);
    constexpr Real kTurn = 2 * std::numbers::pi;
    for (Real s : {phase - aside, phase + aside}) {
        const Real first = s - kTurn * std::floor(s / kTurn);
        if (first <= angle) span.include(at(first));
    }
    return span;
}

}  // namespace

ScrewMotion screwBetween(const Pose& from, const Pose& to) {
    const RigidMotion motion = motionBetween(from, to, from.translation);
    ScrewMotion screw{from.translation + 0.5 * motion.translation, motion.axis, motion.angle, 0};
    if (motion.angle < kNoTurn) {
        screw.angle = 0;
        screw.rise = motion.translation.norm();
        if (screw.rise > 0) screw.axis = motion.translation / screw.rise;
        return screw;
    }
    screw.rise = motion.axis.dot(motion.translation);
    const Vec3 across = motion.translation - screw.rise * motion.axis;
    screw.point = from.translation + 0.5 * (across + motion.axis.cross(across) / std::tan(motion.angle / 2));
    return screw;
}

RigidMotion rigidMotionOf(const ScrewMotion& screw, const Pose& poseAt0) {
    return {poseAt0, screw.point, screw.rise * screw.axis, screw.axis, screw.angle};
}

Vec3 screwed(const ScrewMotion& screw, const Vec3& point, Real time) {
    const Vec3 arm = point - screw.point;
    const Vec3 along = screw.axis.dot(arm) * screw.axis;
    const Real angle = screw.angle * time;
    return screw.point + along + std::cos(angle) * (arm - along) + std::sin(angle) * screw.axis.cross(arm) +
           time * screw.rise * screw.axis;
}

Aabb sweptSphereBox(const ScrewMotion& screw, const Vec3& centre, Real radius) {
    const Vec3 arm = centre - screw.point;
    const Vec3 along = screw.axis.dot(arm) * screw.axis, cosine = arm - along, sine = screw.axis.cross(arm);
    const Vec3 fixed = screw.point + along;
    // In units of angle; without rotation the extremes are at the two ends.
    Aabb box;
    for (int i = 0; i < 3; ++i) {
        const Real rise = screw.rise * screw.axis[i];
        const Span span =
            screw.angle > 0
                ? spanOf(fixed[i], cosine[i], sine[i], rise / screw.angle, screw.angle)
                : Span{std::min(centre[i], centre[i] + rise), std::max(centre[i], centre[i] + rise)};
        box.min[i] = span.minimum;
        box.max[i] = span.greatest;
    }
    const Real rounding = 64 * std::numeric_limits<Real>::epsilon() *
                          (box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff() + arm.norm());
    return grownOutward(box, radius + rounding);
}

RelativeScrew relativeScrew(const RigidMotion& a, const RigidMotion& b, Real radius) {
    const Pose begin = seenFrom(b.poseAt0, a.poseAt0), end = seenFrom(poseAt(b, 1), poseAt(a, 1));
    const ScrewMotion screw = screwBetween(begin, end);

    // Both paths have the same ends, so they differ by at most an eighth of the sum of their accelerations.
    // In a rotating frame the acceleration includes a Coriolis and a centrifugal term.
    const Vec3 between = a.centre - b.centre, translation = a.translation - b.translation;
    const Real farthest = std::max(between.norm(), (between + translation).norm()) + radius;
    const Real speed = translation.norm() + a.angle * radius;
    const Real trueAcceleration =
        a.angle * a.angle * radius + 2 * b.angle * speed + b.angle * b.angle * farthest;
    const Vec3 arm = seenFrom(b.poseAt0, {Matrix3::Identity(), a.centre}).translation - screw.point;
    const Real screwRadius = screw.axis.cross(arm).norm() + radius;
    return {begin, screw, (trueAcceleration + screw.angle * screw.angle * screwRadius) / 8};
}

}  // namespace ricochet
