#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

/// Finds the boundary edges that are covered by other boundary edges, as at T-junctions and cracks, where one
/// side has a vertex that the other lacks. An edge covered in its whole length gets the bend of the surface
/// there, and one of the faces on the other side as its second face. A floor with T-junctions is then flat.
void joinSplitEdges(const Mesh& mesh, MeshTopology& topology);

}  // namespace ricochet
