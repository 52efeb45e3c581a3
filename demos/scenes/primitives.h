#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

std::unique_ptr<Scene> makePrimitives(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
