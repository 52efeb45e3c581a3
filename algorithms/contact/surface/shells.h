#pragma once

#include "algorithms/geometry/mesh_topology.h"

#include <vector>

namespace ricochet {

/// One vertex of each connected component: the first corner of its lowest face.
std::vector<Index> shellVertices(const MeshTopology& topology, const Mesh& mesh);

}  // namespace ricochet
