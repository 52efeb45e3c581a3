#pragma once

#include "demos/scenes/box_cloud.h"
#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// For each cloud a scene of its name, the bowl's apart, which has one of meshes: boxes in a world without
/// gravity, which bounce off one another and turn back at the walls. They start in rows, apart from one
/// another; those that do not fly are held at rest.
std::vector<SceneEntry> boxCloudScenes();

}  // namespace ricochet::scenes
