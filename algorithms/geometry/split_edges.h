#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

/// Finds the boundary edges along which other boundary edges run, as at T-junctions and cracks: one side has
/// a vertex where the other has none. Each that is covered in its whole length learns how the surface bends
/// there, and one of the faces on the other side as its second. A floor with T-junctions is then as flat as
/// it looks.
void joinSplitEdges(const Mesh& mesh, MeshTopology& topology);

}  // namespace ricochet
