#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// Grows a box so that it contains another one, which may be empty.
inline void include(Aabb& box, const Aabb& other) {
    box.min = box.min.cwiseMin(other.min);
    box.max = box.max.cwiseMax(other.max);
}

}  // namespace ricochet
