#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"

#include <string>
#include <vector>

namespace ricochet::app {

/// Mesh files that fall on a floor, one above the other, as `drop` lets them by default. An error message
/// names the file that cannot be read.
Result<scenes::SceneEntry> droppedFiles(const std::vector<std::string>& paths);

}  // namespace ricochet::app
