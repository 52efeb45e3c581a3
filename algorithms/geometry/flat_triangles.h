#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether two closed triangles have a point in common, where they lie in one plane or where at least one has
/// no area and is the segment or the point that it is. Exact.
bool intersectsFlat(const Triangle& a, const Triangle& b);

}  // namespace ricochet
