#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"

#include <functional>
#include <memory>

namespace ricochet::app {

/// A static world as an MkTreeShape over an unnamed file, which is written object by object and removed with
/// the shape. One part, with consecutive triangle numbers.
Result<std::unique_ptr<btCollisionShape>> makePagedWorld(const std::function<bool(scenes::SceneMesh&)>& next);

}  // namespace ricochet::app
