#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"

#include <map>
#include <string>

namespace ricochet::app {

/// By the names that a scene's entry has for them.
using SceneFiles = std::map<std::string, scenes::SceneMesh>;

/// The mesh files that a variant of a scene needs; one sentence where one of them is not to be had.
Result<SceneFiles> readSceneFiles(const scenes::SceneEntry& entry, const std::string& variant);

}  // namespace ricochet::app
