#include "algorithms/swept_contacts/relative_motion.h"

#include "algorithms/contact/body_motion.h"

namespace ricochet {
namespace {

/// Metres: displacement of the farthest point of a body by the rotation.
Real turningDisplacement(const RigidMotion& motion, const ContactSurface& surface) {
    return motion.angle * radiusAboutCentre(motion, surface);
}

}  // namespace

RelativeMotion relativeMotion(const PairInput& input) {
    RelativeMotion motion = {freeMotion(input.a.pose, input.a.motion, input.step.timeStep),
                             freeMotion(input.b.pose, input.b.motion, input.step.timeStep)};
    motion.a.translation -= motion.b.translation;
    motion.b.translation.setZero();
    return motion;
}

Real radiusAboutCentre(const RigidMotion& motion, const ContactSurface& surface) {
    return surface.radius + (transformPoint(motion.poseAt0, surface.centre) - motion.centre).norm();
}

Real displacementOf(const RelativeMotion& motion, const PairInput& input) {
    return motion.a.translation.norm() + turningDisplacement(motion.a, *input.a.surface) +
           turningDisplacement(motion.b, *input.b.surface);
}

Vec3 atPresent(const Vec3& point, const RigidMotion& motion, Real time, const Pose& present) {
    const Pose then = poseAt(motion, time);
    return transformPoint(present, then.rotation.inverse() * (point - then.translation));
}

}  // namespace ricochet
