#include "adapters/solver/held_bodies.h"

#include "adapters/shapes/convert.h"
#include "adapters/solver/solver_bodies.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using small_steps::SolverBody;

/// Radii: how far a held body may be from its pose, and how far it may move in a step. Small against the slop
/// of contacts (1e-3 radii or more), and more than a float's resolution at some radii from the origin.
constexpr Real kHeldMotion = 1e-5;

/// Seconds without foreign changes of its velocity until a body is held again. A program that sets a slow
/// velocity in each step cannot be told from one that adds an impulse: so one step in sixty, at 60 Hz, is
/// taken for the latter.
constexpr Real kWait = 1;

/// Its number there, or 0.
int proxyNumber(const btRigidBody& body) {
    const btBroadphaseProxy* const proxy = body.getBroadphaseHandle();
    return proxy && body.getWorldArrayIndex() >= 0 ? proxy->getUid() : 0;
}

std::size_t placeOf(const btRigidBody& body) { return static_cast<std::size_t>(body.getWorldArrayIndex()); }

/// Radii.
Real movedSinceHeld(const StepBody& body) {
    const SolverBody& state = *body.state;
    return state.displacement.norm() / body.size + 2 * state.rotation.vec().norm();
}

/// Radii in a step.
Real motion(const StepBody& body, Real timeStep) {
    const SolverBody& state = *body.state;
    return timeStep * (state.linearVelocity.norm() / body.size + state.angularVelocity.norm());
}

/// Where Bullet's integration leads a body with velocity zero: it goes by way of a quaternion.
btTransform integrated(const btTransform& pose, btScalar timeStep) {
    btTransform next;
    btTransformUtil::integrateTransform(pose, {0, 0, 0}, {0, 0, 0}, timeStep, next);
    return next;
}

/// What a body has moved from `pose` if it has done so by `state` from `start`.
SolverBody seenFrom(const btTransform& pose, const btTransform& start, const SolverBody& state) {
    SolverBody result = state;
    result.displacement += toVec3(start.getOrigin()) - toVec3(pose.getOrigin());
    const Matrix3 turned = state.rotation.toRotationMatrix() * toMatrix3(start.getBasis());
    result.rotation =
        Eigen::Quaternion<Real>(Matrix3(turned * toMatrix3(pose.getBasis()).transpose())).normalized();
    return result;
}

}  // namespace

HeldBodies::Memory* HeldBodies::heldMemory(const StepBody& body) {
    const int proxy = proxyNumber(*body.rigid);
    if (proxy == 0 || placeOf(*body.rigid) >= memories_.size()) return nullptr;
    Memory& memory = memories_[placeOf(*body.rigid)];
    return memory.proxy == proxy && memory.isHeld && memory.pose == body.start ? &memory : nullptr;
}

void HeldBodies::recall(std::span<const StepBody> bodies, btScalar timeStep) {
    const std::lock_guard lock(mutex_);
    for (const StepBody& body : bodies) {
        Memory* const memory = heldMemory(body);
        if (!memory) continue;
        const btRigidBody& rigid = *body.rigid;
        if (!rigid.getLinearVelocity().isZero() || !rigid.getAngularVelocity().isZero()) memory->wait = kWait;
        const auto left = [&](btScalar damping) { return std::pow(1 - Real(damping), Real(timeStep)); };
        body.state->linearVelocity += left(rigid.getLinearDamping()) * memory->state.linearVelocity;
        body.state->angularVelocity += left(rigid.getAngularDamping()) * memory->state.angularVelocity;
        body.state->displacement = memory->state.displacement;
        body.state->rotation = memory->state.rotation;
    }
}

void HeldBodies::hold(std::span<StepBody> bodies, btScalar timeStep) {
    const std::lock_guard lock(mutex_);
    for (StepBody& body : bodies) {
        const int proxy = proxyNumber(*body.rigid);
        if (proxy == 0) continue;
        const bool wasHeld = heldMemory(body) != nullptr;
        const std::size_t place = placeOf(*body.rigid);
        if (place >= memories_.size()) memories_.resize(place + 1);
        Memory& memory = memories_[place];
        if (memory.proxy != proxy) memory = {};
        memory.proxy = proxy;
        memory.wait = std::max(memory.wait - Real(timeStep), Real{0});
        // Bullet computes joints at the poses that bodies have.
        body.isHeld = memory.wait == 0 && body.rigid->getNumConstraintRefs() == 0 &&
                      motion(body, Real(timeStep)) <= kHeldMotion;
        memory.isHeld = body.isHeld;
        if (!body.isHeld) continue;
        const bool stays = wasHeld && movedSinceHeld(body) <= kHeldMotion;
        if (!stays) memory.before = poseAfter(body.start, *body.state);
        body.before = memory.before;
        memory.pose = integrated(body.before, timeStep);
        memory.state = seenFrom(memory.pose, body.start, *body.state);
    }
}

std::vector<HeldBodies::Memory> HeldBodies::memories() const {
    const std::lock_guard lock(mutex_);
    return memories_;
}

void HeldBodies::setMemories(std::vector<Memory> memories) {
    const std::lock_guard lock(mutex_);
    memories_ = std::move(memories);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
