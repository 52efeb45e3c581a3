#pragma once

#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet {

/// Oriented box, closed. May be flat in any number of directions.
struct Obb {
    Matrix3 axes = Matrix3::Identity();  ///< rows: unit vectors, orthonormal to 1e-13
    Vec3 centre = Vec3::Zero();
    Vec3 half =
        Vec3::Zero();  ///< metres; it extends this far from the centre in both directions of each axis

    std::array<Vec3, 8> corners() const {
        std::array<Vec3, 8> result;
        for (Index i = 0; i < 8; ++i) {
            const Vec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            result[i] = centre + axes.transpose() * sign.cwiseProduct(half);
        }
        return result;
    }
};

}  // namespace ricochet
