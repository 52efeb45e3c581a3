#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// The ten scenes after Erleben. Methodology for Assessing Mesh-Based Contact Point Methods. 2018. Each puts
/// a sharp body on a sharp feature, where contact points made from single triangles fail. Here every body is
/// about one metre in size, has a mass of 1 kg, and falls half a metre.
std::vector<SceneEntry> erlebenScenes();

}  // namespace ricochet::scenes
