#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

std::unique_ptr<Scene> makeSphericalDance(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
