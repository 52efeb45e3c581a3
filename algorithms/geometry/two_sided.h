#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

/// Gives the topology of a two-sided mesh's fronts its backs: faces and edges once more, as they are seen
/// from behind. What was concave is convex there. Vertices and their rings are shared.
void addBacks(MeshTopology& topology);

}  // namespace ricochet
