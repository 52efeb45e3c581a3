#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// The ten scenes after Erleben. Methodology for Assessing Mesh-Based Contact Point Methods. 2018. Each puts
/// a sharp body on a sharp place, where contact points made from single triangles go wrong. Here every body
/// is about one metre in size, of 1 kg, and falls half a metre.
std::vector<SceneEntry> erlebenScenes();

}  // namespace ricochet::scenes
