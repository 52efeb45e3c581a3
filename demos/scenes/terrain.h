#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A body is driven over a heightfield that is dug in front of it, among other bodies.
std::unique_ptr<Scene> makeTerrain(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
