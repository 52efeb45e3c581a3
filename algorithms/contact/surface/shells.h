#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>
#include <vector>

namespace ricochet {

/// One vertex of each connected component: the first corner of its lowest face. `weld`: `weldVertices`.
std::vector<Index> shellVertices(const Mesh& mesh, std::span<const Index> weld);

}  // namespace ricochet
