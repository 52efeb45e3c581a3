#include "demos/app/drop_probe.h"

#include "algorithms/geometry/boundary_loops.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/penetration.h"

#include <algorithm>

namespace ricochet::app {
namespace {

constexpr int kEvery = 10;        // steps
constexpr double kStillTime = 1;  // seconds
constexpr double kRolls = 0.1;    // of the fastest point's speed: that of points that touch, if a body rolls
constexpr double kStill = 0.002;  // of a body's radius: displacement of any of its points in that time

bool isAsleep(const btRigidBody& body) { return !body.isActive(); }

double fastestPoint(const btRigidBody& body) {
    btVector3 centre;
    btScalar radius = 0;
    body.getCollisionShape()->getBoundingSphere(centre, radius);
    return double(body.getLinearVelocity().length() + radius * body.getAngularVelocity().length());
}

}  // namespace

DropProbe::DropProbe(const scenes::Scene& scene, TimedDispatcher& dispatcher)
    : scene_(scene),
      dispatcher_(dispatcher),
      outcomes_(scene.bodies().size() - 1),
      sightings_(outcomes_.size()) {
    for (Sighting& sighting : sightings_) sighting.pose.setIdentity();
    for (const scenes::SceneBody& each : scene.bodies()) {
        const auto mesh = meshOf(*each.mesh);
        const bool isSolid = hasInside(*mesh, boundaryEdgesOf(*mesh, buildTopology(*mesh)));
        solids_.push_back(isSolid ? std::optional<Solid>(*mesh) : std::nullopt);
        numbers_[each.body] = starts_.size();
        starts_.push_back(each.body->getWorldTransform().getBasis());
    }
}

void DropProbe::watch(double time) {
    ++steps_;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
        const btRigidBody& body = *scene_.bodies()[i + 1].body;
        BodyOutcome& outcome = outcomes_[i];
        outcome.isLost |= scene_.placeOf(body) != scenes::Place::inside;
        if (!isAsleep(body)) outcome.restsAt.reset();
        if (isAsleep(body) && !outcome.restsAt) outcome.restsAt = time;
        watchStillness(i, time);
    }
    measureContacts();
    if (steps_ % kEvery == 0) measureSolids();
}

void DropProbe::finish() {
    measureSolids();
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
        const btRigidBody& body = *scene_.bodies()[i + 1].body;
        outcomes_[i].speed = fastestPoint(body);
        const btMatrix3x3 turn = body.getWorldTransform().getBasis() * starts_[i + 1].transpose();
        btQuaternion rotation;
        turn.getRotation(rotation);
        outcomes_[i].turned = double(rotation.getAngleShortestPath());
    }
    watchRolling();
}

void DropProbe::watchRolling() {
    std::vector<double> slips(starts_.size(), -1);  // m/s; negative: it touches nothing
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
        const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(m);
        const btRigidBody& a = *btRigidBody::upcast(manifold.getBody0());
        const btRigidBody& b = *btRigidBody::upcast(manifold.getBody1());
        for (int p = 0; p < manifold.getNumContacts(); ++p) {
            const btManifoldPoint& point = manifold.getContactPoint(p);
            if (!(point.getAppliedImpulse() > 0)) continue;
            const btVector3 velocity =
                a.getVelocityInLocalPoint(point.getPositionWorldOnA() - a.getCenterOfMassPosition()) -
                b.getVelocityInLocalPoint(point.getPositionWorldOnB() - b.getCenterOfMassPosition());
            for (const btRigidBody* body : {&a, &b}) {
                double& slip = slips[numbers_.at(body)];
                slip = std::max(slip, double(velocity.length()));
            }
        }
    }
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
        outcomes_[i].isRolling = slips[i + 1] >= 0 && slips[i + 1] < kRolls * outcomes_[i].speed;
    }
}

bool DropProbe::isOver() const {
    return std::ranges::all_of(outcomes_,
                               [](const BodyOutcome& each) { return each.restsAt || each.isLost; });
}

/// Compares with the pose of a second ago, or up to two.
void DropProbe::watchStillness(std::size_t i, double time) {
    const btTransform& pose = scene_.bodies()[i + 1].body->getWorldTransform();
    Sighting& before = sightings_[i];
    if (time - before.time < kStillTime) return;
    btVector3 centre;
    btScalar radius = 0;
    scene_.bodies()[i + 1].body->getCollisionShape()->getBoundingSphere(centre, radius);
    const btMatrix3x3 turn = pose.getBasis() - before.pose.getBasis();
    double moved = double((pose.getOrigin() - before.pose.getOrigin()).length());
    for (int axis = 0; axis < 3; ++axis) moved += double(radius * turn.getColumn(axis).length());
    outcomes_[i].isStill = moved < kStill * double(radius);
    before = {time, pose};
}

void DropProbe::note(std::size_t body, double depth) {
    if (body > 0) outcomes_[body - 1].deepest = std::max(outcomes_[body - 1].deepest, depth);
}

void DropProbe::measureSolids() {
    const auto& bodies = scene_.bodies();
    forEachPairThatMayCollide(scene_, [&](std::size_t i, std::size_t j) {
        if (!solidOf(i) || !solidOf(j)) return;
        const double depth =
            penetration(*solidOf(i), poseOf(*bodies[i].body), *solidOf(j), poseOf(*bodies[j].body));
        note(i, depth);
        note(j, depth);
    });
}

void DropProbe::measureContacts() {
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
        const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(m);
        const std::size_t i = numbers_.at(manifold.getBody0()), j = numbers_.at(manifold.getBody1());
        if (solidOf(i) && solidOf(j)) continue;
        for (const std::size_t body : {i, j}) {
            if (body > 0) outcomes_[body - 1].isMeasured = false;
            for (int p = 0; p < manifold.getNumContacts(); ++p) {
                note(body, -double(manifold.getContactPoint(p).getDistance()));
            }
        }
    }
}

}  // namespace ricochet::app
