#include "demos/app/depth_probe.h"

#include "demos/app/mesh_solid.h"
#include "demos/app/penetration.h"

#include <algorithm>

namespace ricochet::app {
namespace {

Pose poseOf(const btRigidBody& body) {
    const btTransform& transform = body.getWorldTransform();
    Pose pose;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            pose.rotation(row, column) = transform.getBasis()[row][column];
        }
        pose.translation[row] = transform.getOrigin()[row];
    }
    return pose;
}

bool boxesOverlap(const btRigidBody& a, const btRigidBody& b) {
    btVector3 minA, maxA, minB, maxB;
    a.getAabb(minA, maxA);
    b.getAabb(minB, maxB);
    return TestAabbAgainstAabb2(minA, maxA, minB, maxB);
}

}  // namespace

double DepthProbe::measure(const scenes::Scene& scene) {
    double deepest = 0;
    const auto& bodies = scene.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            deepest = std::max(deepest, measure(bodies[i], bodies[j]));
        }
    }
    return deepest;
}

double DepthProbe::measure(const scenes::SceneBody& a, const scenes::SceneBody& b) {
    if (a.body->isStaticObject() && b.body->isStaticObject()) return 0;
    if (!a.mesh || !b.mesh || !boxesOverlap(*a.body, *b.body)) return 0;
    return penetration(solidOf(a.mesh), poseOf(*a.body), solidOf(b.mesh), poseOf(*b.body));
}

const Solid& DepthProbe::solidOf(const std::shared_ptr<const scenes::SceneMesh>& mesh) {
    const auto known = solids_.find(mesh);
    if (known != solids_.end()) return known->second;
    return solids_.emplace(mesh, Solid(*meshOf(*mesh))).first->second;
}

}  // namespace ricochet::app
