#include "demos/window/mouse_drag.h"

namespace ricochet::window {
namespace {

constexpr btScalar kFarthest = 1e4;      // metres that the ray goes
constexpr btScalar kMostSpeedGain = 10;  // m/s in a step: a body that is caught is not torn through it
constexpr btScalar kStiffness = btScalar(0.1);

}  // namespace

bool MouseDrag::pick(btDiscreteDynamicsWorld& world, const btVector3& from, const btVector3& direction) {
    btCollisionWorld::ClosestRayResultCallback ray(from, from + kFarthest * direction);
    world.rayTest(ray.m_rayFromWorld, ray.m_rayToWorld, ray);
    auto* const body =
        ray.hasHit() ? const_cast<btRigidBody*>(btRigidBody::upcast(ray.m_collisionObject)) : nullptr;
    if (!body || body->isStaticOrKinematicObject()) return false;
    body_ = body;
    distance_ = (ray.m_hitPointWorld - from).length();
    body->forceActivationState(DISABLE_DEACTIVATION);
    joint_ = std::make_unique<btPoint2PointConstraint>(
        *body, body->getWorldTransform().inverse() * ray.m_hitPointWorld);
    joint_->m_setting.m_impulseClamp = kMostSpeedGain / body->getInvMass();
    joint_->m_setting.m_tau = kStiffness;
    return true;
}

void MouseDrag::moveTo(const btVector3& from, const btVector3& direction) {
    if (joint_) joint_->setPivotB(from + distance_ * direction);
}

void MouseDrag::release() {
    if (body_) body_->forceActivationState(ACTIVE_TAG);
    body_ = nullptr;
    joint_.reset();
}

void MouseDrag::attach(btDiscreteDynamicsWorld& world) {
    if (joint_) world.addConstraint(joint_.get());
}

void MouseDrag::detach(btDiscreteDynamicsWorld& world) {
    if (joint_) world.removeConstraint(joint_.get());
}

}  // namespace ricochet::window
