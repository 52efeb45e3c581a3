#pragma once

#include "algorithms/mktree/world_object.h"
#include "demos/scenes/tanker_mesh.h"

#include <functional>

namespace ricochet::app {

/// A scene's objects for building an MKtree: one part, with consecutive triangle numbers.
mktree::ObjectStream objectsOf(std::function<bool(scenes::SceneMesh&)> next);

/// Those of a tanker.
mktree::ObjectStream tankerObjects(std::int64_t triangles, unsigned seed = 1,
                                   const scenes::TankerStructure& structure = {});

/// A body of 500 triangles in a sphere of `diameter` (metres): the moving object of paper 003.
std::shared_ptr<Mesh> maintenancePart(Real diameter);

}  // namespace ricochet::app
