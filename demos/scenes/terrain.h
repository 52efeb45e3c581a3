#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A body is driven over a heightfield that is dug before it, among others that lie about.
std::unique_ptr<Scene> makeTerrain(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
