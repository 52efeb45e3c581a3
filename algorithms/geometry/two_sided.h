#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

/// Adds the back faces to the topology of a two-sided mesh's front faces: faces and edges once more, as seen
/// from behind, where concave edges are convex. Vertices and their rings are shared.
void addBacks(MeshTopology& topology);

}  // namespace ricochet
