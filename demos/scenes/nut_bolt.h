#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A nut on an upright bolt. Without friction it screws itself down by its weight; with friction it stays in
/// place. `m16` has the dimensions and clearance of a real pair, scaled by a hundred: at the real size,
/// gravity moves a body by more than the pitch in a step.
std::unique_ptr<Scene> makeNutBolt(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
