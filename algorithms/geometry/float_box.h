#pragma once

#include "algorithms/geometry/box_union.h"

#include <array>
#include <cmath>
#include <limits>

namespace ricochet {

/// A box in float that contains the exact one: rounded outward; unchanged if the exact one is float.
struct FloatBox {
    std::array<float, 3> min, max;

    Aabb box() const { return {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}}; }
};
static_assert(sizeof(FloatBox) == 24);

/// Not inline, nor in a unity build with its callers: g++ 12 vectorises a rounding to float and back away
/// (-ftree-slp-vectorize).
float roundedToFloat(Real value);

inline float floatBelow(Real value) {
    const float f = roundedToFloat(value);
    return f > value ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}
inline float floatAbove(Real value) {
    const float f = roundedToFloat(value);
    return f < value ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}

inline FloatBox floatBoxOf(const Aabb& box) {
    return {{floatBelow(box.min.x()), floatBelow(box.min.y()), floatBelow(box.min.z())},
            {floatAbove(box.max.x()), floatAbove(box.max.y()), floatAbove(box.max.z())}};
}

}  // namespace ricochet
