#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Two involute gears of 20 and 30 teeth on axles; a motor turns the small one, the large one has a brake.
std::unique_ptr<Scene> makeGears(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
