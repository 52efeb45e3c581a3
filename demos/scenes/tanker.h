#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// The names of the paper's nine tankers.
std::vector<const char*> tankerVariants();

std::unique_ptr<Scene> makeTanker(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
