#pragma once

#include "algorithms/geometry/types.h"

#include <span>
#include <vector>

namespace ricochet {

/// For each vertex the first one at the same position, compared exactly: its own index where it is the first.
std::vector<Index> weldVertices(std::span<const Vec3> vertices);

}  // namespace ricochet
