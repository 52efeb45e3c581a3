#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A nut on a bolt that stands upright. Without friction it turns down by its own weight; with friction it
/// stays where it is. `m16` has the sizes and the play of a real pair, a hundred times as large: at the real
/// size a step's fall is longer than the pitch.
std::unique_ptr<Scene> makeNutBolt(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
