#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Nested conical bowls, each supported by the wall of the one below.
std::unique_ptr<Scene> makeBowls(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
