#include "adapters/solver/solver_bodies.h"

#include "adapters/shapes/convert.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

using small_steps::SolverBody;

SolverBody readBody(const btSolverBody& body, Real timeStep) {
    SolverBody read;
    read.linearVelocity = toVec3(body.m_linearVelocity);
    read.angularVelocity = toVec3(body.m_angularVelocity);
    const btRigidBody* const rigid = body.m_originalBody;
    if (!rigid || rigid->getInvMass() == 0) return read;
    read.inverseMass = toVec3(body.m_invMass);
    read.inverseInertia = toMatrix3(rigid->getInvInertiaTensorWorld());
    read.angularFactor = toVec3(rigid->getAngularFactor());
    read.acceleration = toVec3(body.m_externalForceImpulse) / timeStep;
    read.torque = toVec3(rigid->getTotalTorque());
    constexpr int kGyroscopic = BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT |
                                BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                                BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY;
    read.isGyroscopic = (rigid->getFlags() & kGyroscopic) != 0;
    return read;
}

bool isFinite(const SolverBody& body, const btTransform& pose) {
    return body.linearVelocity.allFinite() && body.angularVelocity.allFinite() &&
           body.acceleration.allFinite() && body.torque.allFinite() && body.inverseMass.allFinite() &&
           body.inverseInertia.allFinite() && toVec3(pose.getOrigin()).allFinite() &&
           toMatrix3(pose.getBasis()).allFinite();
}

btTransform poseAfter(const btTransform& start, const SolverBody& body) {
    const Eigen::Quaternion<Real>& turned = body.rotation;
    const btQuaternion rotation(btScalar(turned.x()), btScalar(turned.y()), btScalar(turned.z()),
                                btScalar(turned.w()));
    return btTransform((rotation * start.getRotation()).normalized(),
                       start.getOrigin() + toBullet(body.displacement));
}

/// Whether Bullet sweeps the body from the pose that it has to the one to which its velocity leads.
bool isSweptByBullet(const btRigidBody& body, const btVector3& velocity, btScalar timeStep) {
    const btScalar threshold = body.getCcdMotionThreshold();
    return threshold > 0 && body.getCollisionShape()->isConvex() &&
           velocity.length() * timeStep > btScalar(0.99) * threshold;
}

void writeBody(const SolverBody& body, const btTransform& start, btScalar timeStep, btRigidBody& target) {
    const btVector3 linear = toBullet(body.linearVelocity), angular = toBullet(body.angularVelocity);
    btTransform before;
    btTransformUtil::integrateTransform(poseAfter(start, body), -linear, -angular, timeStep, before);
    target.setWorldTransform(isSweptByBullet(target, linear, timeStep) ? start : before);
    target.setInterpolationWorldTransform(start);
    target.setLinearVelocity(linear);
    target.setAngularVelocity(angular);
}

void writeStillBody(const btTransform& before, const btTransform& start, btRigidBody& target) {
    target.setWorldTransform(before);
    target.setInterpolationWorldTransform(start);
    target.setLinearVelocity({0, 0, 0});
    target.setAngularVelocity({0, 0, 0});
}

Real sizeOfMovable(const btSolverBody& body) {
    const btRigidBody* const rigid = body.m_originalBody;
    if (!rigid || rigid->getInvMass() == 0) return std::numeric_limits<Real>::infinity();
    btVector3 centre;
    btScalar radius = 0;
    rigid->getCollisionShape()->getBoundingSphere(centre, radius);
    return Real(radius);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
