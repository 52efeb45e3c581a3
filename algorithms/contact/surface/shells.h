#pragma once

#include "algorithms/geometry/mesh_topology.h"

#include <vector>

namespace ricochet {

/// Of each part of the surface that is connected with no other one vertex: that of its lowest face.
std::vector<Index> shellsOf(const MeshTopology& topology, const Mesh& mesh);

}  // namespace ricochet
