#include "algorithms/swept_contacts/free_motion.h"

#include <algorithm>
#include <numbers>

namespace ricochet {
namespace {

constexpr Real kLargestTurn = std::numbers::pi / 4;  // radians: Bullet turns no body farther in one step

RigidMotion freeMotion(const Placed& placed, const BodyMotion& motion, Real timeStep) {
    RigidMotion free;
    free.poseAt0 = placed.pose;
    free.centre = motion.centre;
    free.shift = timeStep * (motion.linearVelocity + timeStep * motion.gravity);
    const Real speed = motion.angularVelocity.norm();
    if (speed > 0) free.axis = motion.angularVelocity / speed;
    free.angle = std::min(timeStep * speed, kLargestTurn);
    return free;
}

/// Metres: displacement of the farthest point of a body by the rotation.
Real turningDisplacement(const RigidMotion& motion, const ContactSurface& surface) {
    return motion.angle * radiusAboutCentre(motion, surface);
}

}  // namespace

FreeMotion freeMotionOf(const ContactInput& input) {
    FreeMotion motion = {freeMotion(input.a, input.motionA, input.timeStep),
                         freeMotion(input.b, input.motionB, input.timeStep)};
    motion.a.shift -= motion.b.shift;
    motion.b.shift.setZero();
    return motion;
}

Real radiusAboutCentre(const RigidMotion& motion, const ContactSurface& surface) {
    return surface.radius + (place(motion.poseAt0, surface.centre) - motion.centre).norm();
}

Real displacementOf(const FreeMotion& motion, const ContactInput& input) {
    return motion.a.shift.norm() + turningDisplacement(motion.a, *input.surfaceA) +
           turningDisplacement(motion.b, *input.surfaceB);
}

Vec3 atPresent(const Vec3& point, const RigidMotion& motion, Real time, const Pose& present) {
    const Pose then = poseAt(motion, time);
    return place(present, then.rotation.inverse() * (point - then.translation));
}

}  // namespace ricochet
