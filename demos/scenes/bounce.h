#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A torus or a box bounces flat on the floor without loss: its energy at the top of each bounce is measured.
std::unique_ptr<Scene> makeBounce(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
