#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Steps after which all bullets are fired anew, each from its own place in the room.
inline constexpr int kVolleySteps = 4;

std::unique_ptr<Scene> makeBullets(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
