#pragma once

#include "algorithms/geometry/types.h"

#include <random>

namespace ricochet::lab {

/// Seeded; by our own arithmetic where the library's distributions differ from one to the next.
class RandomPoses {
public:
    explicit RandomPoses(unsigned seed) : generator_(seed) {}

    /// Two draws fill all bits of a double.
    Real between(Real low, Real high) {
        const Real fine = static_cast<Real>(generator_()), coarse = static_cast<Real>(generator_());
        return low + (high - low) * ((coarse * 0x1p32 + fine) * 0x1p-64);
    }

    /// A point of a cube about the origin.
    Vec3 point(Real halfSize = 1) {
        const Real x = between(-halfSize, halfSize), y = between(-halfSize, halfSize);
        return {x, y, between(-halfSize, halfSize)};
    }
    Vec3 direction() { return point().normalized(); }

    /// Every rotation equally likely.
    Matrix3 rotation() {
        std::normal_distribution<Real> normal;
        Eigen::Quaternion<Real> q;
        for (Real& coefficient : q.coeffs()) coefficient = normal(generator_);
        return q.normalized().toRotationMatrix();
    }

private:
    std::mt19937 generator_;
};

}  // namespace ricochet::lab
