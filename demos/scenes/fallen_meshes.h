#pragma once

#include "demos/scenes/scene.h"

#include <memory>
#include <optional>
#include <vector>

namespace ricochet::scenes {

/// A mesh that falls. Its origin is its centre of mass and its axes are the principal axes of inertia.
struct FallingMesh {
    SceneMesh mesh;
    btScalar mass;  ///< kg
    btTransform start;
    btScalar rollingFriction = 0;  ///< metres, on a ground of the usual friction
};

/// The meshes fall on the ground, or else on a floor at y = 0 that is wide enough for all of them. Bodies are
/// in the order of the meshes, after the ground.
std::unique_ptr<Scene> makeFallenMeshes(btDynamicsWorld& world, const SceneOptions& options,
                                        const std::vector<FallingMesh>& meshes,
                                        const std::optional<SceneMesh>& ground);

}  // namespace ricochet::scenes
