#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"

#include <functional>
#include <memory>

namespace ricochet::app {

/// A standing world as an MkTreeShape over a file of its own, which is written object by object and has no
/// name: it is gone with the shape. One part, its triangles numbered through.
Result<std::unique_ptr<btCollisionShape>> makePagedWorld(const std::function<bool(scenes::SceneMesh&)>& next);

}  // namespace ricochet::app
