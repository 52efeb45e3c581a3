#pragma once

#include "demos/scenes/scene_description.h"

#include <memory>

namespace ricochet::scenes {

/// The shape of Bullet that a description names, other than a mesh or compound; the mesh is that by which it
/// is drawn.
struct StockShape;
StockShape stockShape(const DescribedShape& shape);

/// A world as described. Options of the run are the caller's. A body that moves is lost when it is below all
/// that stands by more than the size of the largest body.
std::unique_ptr<Scene> makeDescribedScene(btDynamicsWorld& world, const SceneOptions& options,
                                          std::shared_ptr<const SceneDescription> description);

}  // namespace ricochet::scenes
