#include "adapters/manifold/body_motion.h"

#include "adapters/shapes/convert.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

namespace {

bool isLink(const btCollisionObject& object) {
    return object.getInternalType() == btCollisionObject::CO_FEATHERSTONE_LINK;
}

void moveToPrediction(const btCollisionObject& link, btScalar timeStep, BodyMotion& motion) {
    btVector3 linear, angular;
    btTransformUtil::calculateVelocity(link.getWorldTransform(), link.getInterpolationWorldTransform(),
                                       timeStep, linear, angular);
    motion.linearVelocity = toVec3(linear);
    motion.angularVelocity = toVec3(angular);
}

}  // namespace

BodyMotion bodyMotion(const btCollisionObject& object, btScalar timeStep) {
    BodyMotion motion;
    motion.centre = toVec3(object.getWorldTransform().getOrigin());
    const btRigidBody* const body = btRigidBody::upcast(&object);
    if (isLink(object)) {
        if (timeStep > 0) moveToPrediction(object, timeStep, motion);
    } else if (object.isKinematicObject()) {
        motion.linearVelocity = toVec3(object.getInterpolationLinearVelocity());
        motion.angularVelocity = toVec3(object.getInterpolationAngularVelocity());
    } else if (body && !object.isStaticObject()) {
        motion.linearVelocity = toVec3(body->getLinearVelocity());
        motion.angularVelocity = toVec3(body->getAngularVelocity());
        motion.gravity = toVec3(body->getTotalForce() * body->getInvMass());
        motion.inverseMass = Real(body->getInvMass());
        motion.inverseInertia = toMatrix3(body->getInvInertiaTensorWorld());
    }
    return motion;
}

btScalar marginForUnknownForces(const btCollisionObject& object0, const btCollisionObject& object1) {
    if (!isLink(object0) && !isLink(object1)) return 0;
    const auto threshold = [](const btCollisionObject& object) {
        return object.getCollisionShape()->getContactBreakingThreshold(gContactBreakingThreshold);
    };
    return std::min(threshold(object0), threshold(object1));
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
