#pragma once

#include "algorithms/octree_motion/octree_motion.h"
#include "demos/scenes/scene.h"

namespace ricochet::app {

/// Cubes of a grid as one mesh, metres; each is drawn slightly smaller, so that its edges are visible.
scenes::SceneMesh meshOfCubes(std::span<const octree_motion::Cell> cubes, const octree_motion::Grid& grid);

/// The moved octrees of scenes (`SceneOptions::movedOctree`): by rule `touch`, in a grid of their own. Caches
/// the cubes of each mesh.
std::function<scenes::SceneMesh(const std::shared_ptr<const scenes::SceneMesh>&, const btTransform&)>
octreeMover();

}  // namespace ricochet::app
