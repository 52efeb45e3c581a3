#pragma once

#include "algorithms/geometry/plain_vector.h"
#include "algorithms/geometry/types.h"

#include <span>

namespace ricochet {

/// For each vertex the first one at the same position, compared exactly; its own index if it is the first.
PlainVector<Index> weldVertices(std::span<const Vec3> vertices);

}  // namespace ricochet
