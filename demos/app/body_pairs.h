#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"

namespace ricochet::app {

Pose poseOf(const btRigidBody& body);

/// Both are rigid and have a mesh, at least one moves, and their boxes overlap.
bool mayCollide(const scenes::SceneBody& a, const scenes::SceneBody& b);

/// Calls visit(i, j) for the bodies of a scene that may collide, i < j.
template <class Visit>
void forEachPairThatMayCollide(const scenes::Scene& scene, Visit&& visit) {
    const auto& bodies = scene.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            if (mayCollide(bodies[i], bodies[j])) visit(i, j);
        }
    }
}

}  // namespace ricochet::app
