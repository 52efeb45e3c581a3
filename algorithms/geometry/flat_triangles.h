#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether two closed triangles have a common point, if they are coplanar or at least one has no area, and
/// counts as a segment or point. Exact.
bool intersectsFlat(const Triangle& a, const Triangle& b);

}  // namespace ricochet
