#pragma once

#include "algorithms/mktree/world_object.h"
#include "demos/scenes/tanker_mesh.h"

namespace ricochet::app {

/// The objects of a tanker as an MKtree is built of them: one part, its triangles numbered through.
mktree::ObjectStream tankerObjects(std::int64_t triangles, unsigned seed = 1);

/// A body of 500 triangles in a sphere of `diameter` (metres): the moving object of paper 003.
std::shared_ptr<Mesh> maintenancePart(Real diameter);

}  // namespace ricochet::app
