#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// Scenes of convex bodies only, the ground among them: piles, rain, spheres that fly about, stacks of boxes.
std::vector<SceneEntry> hullScenes();

}  // namespace ricochet::scenes
