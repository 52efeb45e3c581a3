#include "demos/scenes/actions.h"

#include "demos/scenes/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

/// The pose at a time between two points of a path; before its begin and after its end it rests.
btTransform poseAt(const std::vector<PathPoint>& path, double seconds) {
    const auto next =
        std::ranges::find_if(path, [&](const PathPoint& p) { return double(p.time) > seconds; });
    if (next == path.begin()) return path.front().pose;
    if (next == path.end()) return path.back().pose;
    const PathPoint& before = *std::prev(next);
    const auto share = btScalar((seconds - double(before.time)) / double(next->time - before.time));
    return btTransform(before.pose.getRotation().slerp(next->pose.getRotation(), share),
                       before.pose.getOrigin().lerp(next->pose.getOrigin(), share));
}

/// `phase`: radians.
btTransform displaced(const btTransform& start, const Vibration& vibration, double phase) {
    const double sine = std::sin(phase);
    const btQuaternion twist(vibration.axis, btScalar(vibration.angle * sine));
    const btVector3 offset(btScalar(vibration.offset[0] * sine), btScalar(vibration.offset[1] * sine),
                           btScalar(vibration.offset[2] * sine));
    return btTransform(btMatrix3x3(twist) * start.getBasis(), start.getOrigin() + offset);
}

double speedAt(const std::vector<SpeedPoint>& speeds, double seconds) {
    const auto next = std::ranges::find_if(speeds, [&](const SpeedPoint& p) { return p.time > seconds; });
    if (next == speeds.begin()) return speeds.front().speed;
    if (next == speeds.end()) return speeds.back().speed;
    const SpeedPoint& before = *std::prev(next);
    return before.speed +
           (next->speed - before.speed) * ((seconds - before.time) / (next->time - before.time));
}

btVector3 angularMomentum(const btRigidBody& body) {
    return body.getInvInertiaTensorWorld().inverse() * body.getAngularVelocity();
}

/// Of length 1; in double, so that it is exact along an axis.
btVector3 unitOf(const btVector3& along) {
    const double length = std::hypot(double(along.x()), double(along.y()), double(along.z()));
    return {btScalar(double(along.x()) / length), btScalar(double(along.y()) / length),
            btScalar(double(along.z()) / length)};
}

}  // namespace

btVector3 Attraction::at(const btVector3& position) const {
    const btVector3 from = position - centre;
    return from * (-acceleration / std::max(from.length(), radius));
}

btScalar Attraction::potential(const btVector3& position) const {
    const btVector3 from = position - centre;
    const btScalar distance = from.length();
    if (distance > radius) return acceleration * (distance - radius / 2);
    return acceleration / radius * from.length2() / 2;
}

double energyOf(const std::vector<SceneBody>& bodies, const std::optional<Attraction>& attraction) {
    double sum = 0;
    for (const SceneBody& each : bodies) {
        const btRigidBody& body = *each.body;
        if (body.isStaticOrKinematicObject()) continue;
        const btScalar potential = attraction ? attraction->potential(body.getCenterOfMassPosition()) : 0;
        const btScalar mass = 1 / body.getInvMass();
        sum += double(mass * body.getLinearVelocity().length2() +
                      body.getAngularVelocity().dot(angularMomentum(body)) + mass * (2 * potential)) /
               2;
    }
    return sum;
}

void startAnew(btDynamicsWorld& world, btRigidBody& body, const Restart& restart) {
    const btVector3 gravity = body.getGravity();  // a world gives a body its own
    if (restart.reenters) world.removeRigidBody(&body);
    body.setCenterOfMassTransform(restart.pose);
    body.clearForces();
    body.activate(true);
    body.setLinearVelocity(restart.velocity);
    body.setAngularVelocity(restart.spin);
    if (!restart.reenters) return;
    world.addRigidBody(&body);
    body.setGravity(gravity);
}

void keepUp(btRigidBody& body, const btVector3& velocity, bool begins) {
    const bool maySleep = body.getActivationState() != DISABLE_DEACTIVATION;
    if (velocity.isZero()) {
        body.setLinearVelocity(btVector3(0, 0, 0));
        body.setAngularVelocity(btVector3(0, 0, 0));
        if (maySleep) body.forceActivationState(ISLAND_SLEEPING);
        return;
    }
    if (begins) body.activate(/*forceActivation*/ true);
    if (body.getLinearVelocity().length2() < velocity.length2() / 4) body.setLinearVelocity(velocity);
}

void Walls::turnBack(btRigidBody& body) const {
    const btVector3& at = body.getCenterOfMassPosition();
    btVector3 velocity = body.getLinearVelocity();
    bool turns = false;
    for (int axis = 0; axis < 3; ++axis) {
        if ((at[axis] < low[axis] && velocity[axis] < 0) || (at[axis] > high[axis] && velocity[axis] > 0)) {
            velocity[axis] = -velocity[axis];
            turns = true;
        }
    }
    if (turns) body.setLinearVelocity(velocity);
}

void makeKinematic(btRigidBody& body) {
    body.setCollisionFlags((body.getCollisionFlags() & ~btCollisionObject::CF_STATIC_OBJECT) |
                           btCollisionObject::CF_KINEMATIC_OBJECT);
    body.setActivationState(DISABLE_DEACTIVATION);
}

ActionRunner::ActionRunner(btDynamicsWorld& world, btScalar timeStep, const btVector3& gravity)
    : world_(world), timeStep_(timeStep) {
    if (!gravity.fuzzyZero()) up_ = unitOf(-gravity);
}

void ActionRunner::begin(const std::vector<SceneBody>& bodies, const SceneActions& actions) {
    for (const auto& [index, acting] : actions.bodies) {
        states_[index].start = bodies[index].body->getWorldTransform();
    }
    for (const SceneBody& each : bodies) gravities_.push_back(each.body->getGravity());
    if (actions.thermostat > 0) startEnergy_ = energyOf(bodies, actions.attraction);
}

void ActionRunner::act(const std::vector<SceneBody>& bodies, const SceneActions& actions) {
    if (step_ == 0) begin(bodies, actions);
    begin_ = end_;
    end_ += double(timeStep_);
    ++step_;
    for (const auto& [index, acting] : actions.bodies) act(*bodies[index].body, acting, states_[index]);
    for (const SceneBody& each : bodies) {
        if (actions.walls && !each.body->isStaticOrKinematicObject()) actions.walls->turnBack(*each.body);
    }
    if (actions.attraction || actions.thermostat > 0) attract(bodies, actions);
}

void ActionRunner::attract(const std::vector<SceneBody>& bodies, const SceneActions& actions) const {
    btScalar drive = 0;
    if (startEnergy_ > 0) {
        const double missing = 1 - energyOf(bodies, actions.attraction) / startEnergy_;
        drive = btScalar(actions.thermostat * std::max(0.0, missing));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        btRigidBody& body = *bodies[i].body;
        if (body.isStaticOrKinematicObject()) continue;
        btVector3 acceleration = gravities_[i];
        if (actions.attraction) acceleration += actions.attraction->at(body.getCenterOfMassPosition());
        if (actions.thermostat > 0) {
            acceleration = drive * body.getLinearVelocity() + acceleration;
            body.applyTorque(drive * angularMomentum(body));
        }
        body.setGravity(acceleration);
    }
}

void ActionRunner::act(btRigidBody& body, const BodyActions& actions, BodyState& state) {
    if (!actions.path.empty()) body.getMotionState()->setWorldTransform(poseAt(actions.path, end_));
    if (actions.vibration) {
        const double phase = 2 * std::numbers::pi * actions.vibration->frequency * double(timeStep_) * step_;
        body.getMotionState()->setWorldTransform(displaced(state.start, *actions.vibration, phase));
    }
    const double middle = begin_ + double(timeStep_) / 2;
    while (state.nextRestart < actions.restarts.size() && actions.restarts[state.nextRestart].time < middle) {
        startAnew(world_, body, actions.restarts[state.nextRestart++]);
    }
    const std::size_t before = state.nextCruise;
    while (state.nextCruise < actions.cruise.size() && actions.cruise[state.nextCruise].time < middle)
        ++state.nextCruise;
    if (state.nextCruise > 0)
        keepUp(body, actions.cruise[state.nextCruise - 1].velocity, state.nextCruise > before);
    if (actions.drive) {
        const btVector3& axis = actions.drive->axis;
        const btVector3 velocity = body.getLinearVelocity();
        const btVector3 rest = velocity - velocity.dot(axis) * axis;
        body.setLinearVelocity(rest + btScalar(speedAt(actions.drive->speeds, begin_)) * axis);
        body.activate();
    }
    if (actions.route) follow(body, *actions.route, state);
    if (!actions.force.isZero()) body.applyCentralForce(actions.force);
}

/// Up and down it keeps its velocity; its angular velocity is that of a wheel without slip.
void ActionRunner::follow(btRigidBody& body, const Route& route, BodyState& state) {
    const btVector3 none(0, 0, 0);  // added to leave no zero with a sign
    const btVector3 at = body.getCenterOfMassPosition(), along = unitOf(route.to - route.from),
                    aside = along.cross(up_);
    const bool isAtEnd = (at - route.to).dot(along) > 0;
    if (isAtEnd) state.direction = route.returns ? btScalar(-1) : btScalar(0);
    if (route.returns ? (at - route.from).dot(along) < 0 : !isAtEnd) state.direction = 1;
    const btScalar speed = state.direction * route.speed;
    body.setLinearVelocity(speed * along + body.getLinearVelocity().dot(up_) * up_ +
                           route.steering * (route.from - at).dot(aside) * aside + none);
    body.setAngularVelocity(-speed / route.radius * aside + none);
    if (speed != 0) body.activate();
    if (!route.digging || !dig || isAtEnd) return;
    const Digging& digging = *route.digging;
    if (step_ % std::max(1, static_cast<int>(std::lround(digging.every / double(timeStep_)))) != 0) return;
    dig(digging, double(at.x()) + double(along.x()) * digging.ahead,
        double(at.z()) + double(along.z()) * digging.ahead);
}

}  // namespace ricochet::scenes
