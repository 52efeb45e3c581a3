#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A torus starts with half its tube in the floor or in another torus, and ought to come out without a jump.
std::unique_ptr<Scene> makeOverlap(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
