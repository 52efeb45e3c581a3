#include "adapters/solver/held_bodies.h"

#include "adapters/shapes/convert.h"
#include "adapters/solver/solver_bodies.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <LinearMath/btTransformUtil.h>

#include <cmath>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using small_steps::SolverBody;

/// Radii: how far a held body may be from its pose, and how far it may move in a step. Small against the slop
/// of contacts (1e-3 radii or more), and more than a float's resolution at some radii from the origin.
constexpr Real kHeldMotion = 1e-5;

/// Its number there, or 0.
int proxyOf(const btRigidBody& body) {
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

bool HeldBodies::remembers(const StepBody& body) const {
    const int proxy = proxyOf(*body.rigid);
    if (proxy == 0 || placeOf(*body.rigid) >= memories_.size()) return false;
    const Memory& memory = memories_[placeOf(*body.rigid)];
    return memory.proxy == proxy && memory.pose == body.start;
}

void HeldBodies::recall(std::span<const StepBody> bodies, btScalar timeStep) const {
    const std::lock_guard lock(mutex_);
    for (const StepBody& body : bodies) {
        if (!remembers(body)) continue;
        const SolverBody& last = memories_[placeOf(*body.rigid)].state;
        const auto left = [&](btScalar damping) { return std::pow(1 - Real(damping), Real(timeStep)); };
        body.state->linearVelocity += left(body.rigid->getLinearDamping()) * last.linearVelocity;
        body.state->angularVelocity += left(body.rigid->getAngularDamping()) * last.angularVelocity;
        body.state->displacement = last.displacement;
        body.state->rotation = last.rotation;
    }
}

void HeldBodies::hold(std::span<StepBody> bodies, btScalar timeStep) {
    const std::lock_guard lock(mutex_);
    for (StepBody& body : bodies) {
        const int proxy = proxyOf(*body.rigid);
        // Bullet computes joints at the poses that bodies have.
        if (proxy == 0 || body.rigid->getNumConstraintRefs() > 0) continue;
        const std::size_t place = placeOf(*body.rigid);
        body.isHeld = motion(body, Real(timeStep)) <= kHeldMotion;
        if (!body.isHeld) {
            if (place < memories_.size()) memories_[place].proxy = 0;
            continue;
        }
        const bool stays = remembers(body) && movedSinceHeld(body) <= kHeldMotion;
        body.before = stays ? memories_[place].before : poseAfter(body.start, *body.state);
        if (place >= memories_.size()) memories_.resize(place + 1);
        const btTransform pose = integrated(body.before, timeStep);
        memories_[place] = {proxy, body.before, pose, seenFrom(pose, body.start, *body.state)};
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
