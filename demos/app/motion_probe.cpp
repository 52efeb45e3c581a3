#include "demos/app/motion_probe.h"

#include "demos/app/body_state.h"

#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::app {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

btVector3 upOf(const btRigidBody& body) {
    const btVector3& gravity = body.getGravity();
    return gravity.fuzzyZero() ? btVector3(0, 0, 0) : -gravity.normalized();
}

/// Metres: height of the lowest point of the body's box above the origin.
double underside(const btRigidBody& body, const btVector3& up) {
    btVector3 min, max;
    body.getAabb(min, max);
    double height = 0;
    for (int axis = 0; axis < 3; ++axis) {
        height += std::min(double(up[axis] * min[axis]), double(up[axis] * max[axis]));
    }
    return height;
}

void raise(double& maximum, double value) {
    maximum = std::isnan(value) ? kInfinity : std::max(maximum, value);
}

double weight(const btRigidBody& body) { return double(body.getMass() * body.getGravity().length()); }

}  // namespace

MotionProbe::MotionProbe(const scenes::Scene& scene, double settleTime)
    : scene_(scene), settleTime_(settleTime) {
    double lowest = kInfinity, weights = 0;
    for (const scenes::SceneBody& each : scene.bodies()) {
        const btRigidBody& body = *each.body;
        if (each.soft) mass_ += double(each.soft->getTotalMass());
        hasSoftBodies_ |= each.soft != nullptr;
        if (body.isStaticOrKinematicObject()) continue;
        starts_.push_back({&body, body.getWorldTransform(), body.getGravity(), upOf(body)});
        mass_ += double(body.getMass());
        weights += weight(body);
        lowest = std::min(lowest, underside(body, starts_.back().up));
    }
    if (!starts_.empty()) startEnergy_ = potentialEnergy() - weights * lowest;
    leastEnergy_ = potentialEnergy() + kineticEnergy(scene.bodies());
}

void MotionProbe::watch(double time) {
    for (const Start& start : starts_) noteMotion(start);
    noteEnergy(time);
    noteSleep(time);
}

void MotionProbe::noteMotion(const Start& start) {
    if (start.body->getGravity() != start.gravity) isPulledEvenly_ = false;
    const btTransform& now = start.body->getWorldTransform();
    const btVector3 displacement = now.getOrigin() - start.pose.getOrigin();
    raise(drift_, double((displacement - displacement.dot(start.up) * start.up).length()));
    const btVector3 turned = now.getBasis() * (start.pose.getBasis().transpose() * start.up);
    const double angle = std::atan2(double(turned.cross(start.up).length()), double(turned.dot(start.up)));
    raise(tilt_, angle * 180 / std::numbers::pi);
}

void MotionProbe::noteEnergy(double time) {
    const double kinetic = kineticEnergy(scene_.bodies());
    const double energy = kinetic + potentialEnergy();
    leastEnergy_ = std::min(leastEnergy_, energy);
    if (startEnergy_ > 0) raise(rise_, (energy - leastEnergy_) / startEnergy_);
    if (time <= settleTime_ || mass_ <= 0) return;
    if (!late_) late_ = 0;
    raise(*late_, kinetic / mass_);
}

void MotionProbe::noteSleep(double time) {
    const auto isAwake = [&](const Start& start) {
        return start.body->isActive() && scene_.placeOf(*start.body) != scenes::Place::over;
    };
    const bool allSleep = !hasSoftBodies_ && std::none_of(starts_.begin(), starts_.end(), isAwake);
    if (!allSleep) {
        asleepAt_.reset();
    } else if (!asleepAt_) {
        asleepAt_ = time;
    }
}

double MotionProbe::potentialEnergy() const {
    double energy = 0;
    for (const Start& start : starts_) {
        energy += weight(*start.body) * double(start.body->getCenterOfMassPosition().dot(start.up));
    }
    return energy;
}

}  // namespace ricochet::app
