// Shewchuk. Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates. 1997.
// Here in two stages only: an inlined filter, and the exact sign. The plane's part of the filter is computed
// once for all points compared with it.
#pragma once

#include "algorithms/geometry/types.h"

#include <cmath>

namespace ricochet {

using Vec2 = Eigen::Matrix<Real, 2, 1>;

/// The side on which a point lies: +1, 0 (exactly on it) or -1.
using Side = int;

// All signs are exact for coordinates that are multiples of 2^-350 and smaller than 2^330 (2e99): every
// float32 placed by any float32 pose, and every double from 1e-89 on. Beyond, products under- or overflow.

/// u, the relative error of one rounded operation. A result of n chained roundings is within n u of the sum
/// of its terms' magnitudes; one more u covers second order and the rounding of the bound itself.
inline constexpr Real kRounding = 0x1p-53;
inline constexpr Real kOrient2dError = 5 * kRounding;  ///< difference, product, difference: 4 roundings
inline constexpr Real kOrient3dError = 9 * kRounding;  ///< as above, difference, product, two sums: 8

/// Drops one coordinate: the two that remain keep the orientation, (y, z), (z, x), (x, y).
inline Vec2 project(const Vec3& point, int dropped) {
    return {point[(dropped + 1) % 3], point[(dropped + 2) % 3]};
}

Side exactOrient2d(const Vec2& a, const Vec2& b, const Vec2& c);
Side exactOrient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// +1 if a, b, c turn counter-clockwise, 0 if they are collinear, -1 otherwise.
inline Side orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Real left = (b.x() - a.x()) * (c.y() - a.y());
    const Real right = (b.y() - a.y()) * (c.x() - a.x());
    const Real determinant = left - right;
    const Real error = kOrient2dError * (std::abs(left) + std::abs(right));
    if (determinant > error) return 1;
    if (determinant < -error) return -1;
    return error == 0 ? 0 : exactOrient2d(a, b, c);
}

/// Computes on which side of the plane through three points other points lie. Refers to the points.
class PlaneThrough {
public:
    PlaneThrough(const Vec3& a, const Vec3& b, const Vec3& c) : a_(a), b_(b), c_(c) {
        const Vec3 ab = b - a;
        const Vec3 ac = c - a;
        for (int k = 0; k < 3; ++k) {
            const Real left = ab[(k + 1) % 3] * ac[(k + 2) % 3];
            const Real right = ab[(k + 2) % 3] * ac[(k + 1) % 3];
            normal_[k] = left - right;
            magnitude_[k] = std::abs(left) + std::abs(right);
        }
    }

    /// Positive on the side from which a, b, c appear counter-clockwise; 0 for all points where a, b and c
    /// are collinear.
    Side sideOf(const Vec3& point) const {
        const Vec3 fromA = point - a_;
        const Real determinant = normal_.dot(fromA);
        const Real error = kOrient3dError * magnitude_.dot(fromA.cwiseAbs());
        if (determinant > error) return 1;
        if (determinant < -error) return -1;
        return error == 0 ? 0 : exactOrient3d(a_, b_, c_, point);
    }

    /// (b - a) x (c - a), rounded.
    const Vec3& normal() const { return normal_; }

private:
    const Vec3& a_;
    const Vec3& b_;
    const Vec3& c_;
    Vec3 normal_;
    Vec3 magnitude_;  ///< sum of the magnitudes of the terms of each component of the normal
};

/// The sign of (b - a) x (c - a) . (d - a).
inline Side orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return PlaneThrough(a, b, c).sideOf(d);
}

}  // namespace ricochet
