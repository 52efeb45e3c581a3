#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// Whether a closed triangle meets a closed box; exact, flat boxes and triangles without area included.
bool intersects(const Triangle& triangle, const Aabb& box);

}  // namespace ricochet
