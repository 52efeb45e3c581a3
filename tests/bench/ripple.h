#pragma once

#include "algorithms/geometry/types.h"

#include <cmath>
#include <vector>

namespace ricochet::bench {

/// Waves that run over a surface of about unit size.
inline std::vector<Vec3> rippled(const std::vector<Vec3>& rest, int step) {
    std::vector<Vec3> vertices = rest;
    const Real phase = 0.2 * step;
    for (Vec3& v : vertices)
        v *= 1 + 0.02 * std::sin(9 * v.x() + phase) * std::cos(7 * v.y() - phase) + 0.01 * v.z();
    return vertices;
}

}  // namespace ricochet::bench
