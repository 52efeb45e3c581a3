#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Conical bowls that stand in one another, each borne by the wall of the one below.
std::unique_ptr<Scene> makeBowls(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
