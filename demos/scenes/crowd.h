#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Many tori in a bin: `dropped` into it layer by layer.
std::unique_ptr<Scene> makeBin(btDynamicsWorld& world, const SceneOptions& options);

/// Many tori that start in the same place with random orientations, and must come apart.
std::unique_ptr<Scene> makeEntangled(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
