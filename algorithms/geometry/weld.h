#pragma once

#include "algorithms/geometry/types.h"

#include <vector>

namespace ricochet {

/// For each vertex the first one at the same position.
std::vector<Index> weldVertices(const std::vector<Vec3>& vertices);

}  // namespace ricochet
