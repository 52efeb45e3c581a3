#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Rings, boxes and lumpy bodies roll down stairs and go through doors.
std::unique_ptr<Scene> makeLevel(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
