#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Two dental arches, two hundred times life size: a motor closes the lower one on the upper one until they
/// bite.
std::unique_ptr<Scene> makeJaws(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
