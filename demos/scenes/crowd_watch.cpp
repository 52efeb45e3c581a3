#include "demos/scenes/crowd_watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kAllowedGain = 1.05;  // of the start's energy
constexpr double kWatchFree =
    3e-3;  // metres: shallower contacts are resting contacts; 1 % of a tube's radius

bool moves(const SceneBody& each) { return !each.body->isStaticOrKinematicObject(); }

/// Kinetic energy, and m g times the height over y = 0.
double energyOf(const btRigidBody& body) {
    const btVector3 spin = body.getAngularVelocity() * body.getWorldTransform().getBasis();
    const double motion = 0.5 * double(body.getMass() * body.getLinearVelocity().length2() +
                                       spin.dot(body.getLocalInertia() * spin));
    return motion + double(body.getMass() * body.getGravity().length() * body.getCenterOfMassPosition().y());
}

/// Distance of a point from the centre circle of a torus about the y axis.
double distanceToRing(const btVector3& point, double radius) {
    return std::hypot(std::hypot(double(point.x()), double(point.z())) - radius, double(point.y()));
}

/// Depth of the deepest point of either of two tori in the other.
double overlapOf(const btTransform& a, const btTransform& b, const TorusSize& size) {
    constexpr int kSamples = 256;
    const btTransform aToB = b.inverse() * a;
    double nearest = 2 * size.tubeRadius;
    for (int i = 0; i < kSamples; ++i) {
        const double angle = 2 * std::numbers::pi * i / kSamples;
        const btVector3 onA =
            vertexAt(size.ringRadius * std::cos(angle), 0, size.ringRadius * std::sin(angle));
        nearest = std::min(nearest, distanceToRing(aToB * onA, size.ringRadius));
    }
    return std::min(size.tubeRadius, 2 * size.tubeRadius - nearest);
}

}  // namespace

void CrowdWatch::start(const std::vector<SceneBody>& bodies, const TorusSize& size) {
    for (const SceneBody& one : bodies) {
        if (!moves(one)) continue;
        double overlap = 0;
        for (const SceneBody& other : bodies) {
            if (!moves(other) || one.body == other.body) continue;
            overlap = std::max(
                overlap, overlapOf(one.body->getWorldTransform(), other.body->getWorldTransform(), size));
        }
        const double weight = double(one.body->getMass() * one.body->getGravity().length());
        energyBar_ += kAllowedGain * energyOf(*one.body) + weight * overlap;
    }
}

void CrowdWatch::update(const std::vector<SceneBody>& bodies) {
    ++steps_;
    double energy = 0;
    asleep_ = 0;
    for (const SceneBody& each : bodies) {
        if (!moves(each)) continue;
        energy += energyOf(*each.body);
        asleep_ += each.body->isActive() ? 0 : 1;
        fastest_ = std::max(fastest_, double(each.body->getLinearVelocity().length()));
    }
    mostEnergy_ = std::max(mostEnergy_, energy);
    if (deepestContact(/*awakeOnly*/ true) > kWatchFree) stepsDeep_ = steps_;
}

double CrowdWatch::deepestContact(bool awakeOnly) const {
    btDispatcher& dispatcher = *world_.getDispatcher();
    double deepest = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
        if (awakeOnly && !manifold.getBody0()->isActive() && !manifold.getBody1()->isActive()) continue;
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            deepest = std::max(deepest, -double(manifold.getContactPoint(k).getDistance()));
        }
    }
    return deepest;
}

std::vector<Measure> CrowdWatch::measures() const {
    return {{"energy_to_bar", energyBar_ > 0 ? mostEnergy_ / energyBar_ : 0},
            {"settled_at_s", stepsDeep_ * timeStep_},
            {"deepest_contact_m", deepestContact(/*awakeOnly*/ false)},
            {"fastest_m_per_s", fastest_},
            {"asleep", double(asleep_)}};
}

}  // namespace ricochet::scenes
