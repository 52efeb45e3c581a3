#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A torus starts with half its tube inside the floor or another torus, and should come out without a jump.
std::unique_ptr<Scene> makeOverlap(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
