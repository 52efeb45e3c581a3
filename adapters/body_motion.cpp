#include "adapters/body_motion.h"

#include "adapters/convert.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

BodyMotion motionOf(const btCollisionObject& object) {
    BodyMotion motion;
    motion.centre = toVec3(object.getWorldTransform().getOrigin());
    if (object.isStaticObject()) return motion;
    if (const btRigidBody* body = btRigidBody::upcast(&object); body && !object.isKinematicObject()) {
        motion.linearVelocity = toVec3(body->getLinearVelocity());
        motion.angularVelocity = toVec3(body->getAngularVelocity());
        motion.gravity = toVec3(body->getTotalForce() * body->getInvMass());
    } else if (object.isKinematicObject()) {
        motion.linearVelocity = toVec3(object.getInterpolationLinearVelocity());
        motion.angularVelocity = toVec3(object.getInterpolationAngularVelocity());
    }
    return motion;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
