#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

/// Adds the back faces to the topology of a two-sided mesh's front faces: copies of faces and edges as seen
/// from behind, where concave edges are convex. Vertices and their rings are shared.
void addBacks(MeshTopology& topology);

}  // namespace ricochet
