#include "algorithms/contact/body_motion.h"

#include <algorithm>
#include <numbers>

namespace ricochet {
namespace {

constexpr Real kLargestRotation =
    std::numbers::pi / 4;  // radians: Bullet rotates no body farther in one step

}  // namespace

Matrix3 rotationAfter(const BodyMotion& motion, Real time) {
    const Real angle = time * motion.angularVelocity.norm();
    if (angle == 0) return Matrix3::Identity();
    return Eigen::AngleAxis<Real>(angle, motion.angularVelocity.normalized()).toRotationMatrix();
}

Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time) {
    return rotationAfter(motion, time) * (point - motion.centre);
}

RigidMotion freeMotion(const Pose& pose, const BodyMotion& motion, Real timeStep) {
    RigidMotion free;
    free.poseAt0 = pose;
    free.centre = motion.centre;
    free.translation = timeStep * (motion.linearVelocity + timeStep * motion.gravity);
    const Real speed = motion.angularVelocity.norm();
    if (speed > 0) free.axis = motion.angularVelocity / speed;
    free.angle = std::min(timeStep * speed, kLargestRotation);
    return free;
}

}  // namespace ricochet
