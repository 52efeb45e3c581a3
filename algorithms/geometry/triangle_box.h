#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// Whether a closed triangle and a closed box have a common point. Exact, also for flat boxes and triangles
/// without area.
bool intersects(const Triangle& triangle, const Aabb& box);

}  // namespace ricochet
