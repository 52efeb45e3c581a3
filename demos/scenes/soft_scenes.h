#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Cloth, nets and soft solids on meshes.
std::vector<SceneEntry> softScenes();

}  // namespace ricochet::scenes
