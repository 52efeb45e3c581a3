#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Spatial distribution of a surface of triangles: integrals over its area, so that a dense patch of small
/// triangles weighs no more than one large triangle in its place.
struct SurfaceMoments {
    Matrix3 second = Matrix3::Zero();
    Vec3 first = Vec3::Zero();
    Real weight = 0;

    /// Corners relative to a point nearby. `least`: weight of a triangle without area (in units of twice the
    /// area).
    void add(const Vec3& a, const Vec3& b, const Vec3& c, Real minimum) {
        const Real w = (b - a).cross(c - a).norm() + minimum;
        const Vec3 middle = (a + b + c) / 3;
        weight += w;
        first += w * middle;
        second += (w / 12) * (9 * middle * middle.transpose() + a * a.transpose() + b * b.transpose() +
                              c * c.transpose());
    }

    Matrix3 covariance() const {
        const Vec3 mean = first / weight;
        return second / weight - mean * mean.transpose();
    }
};

/// Rows: unit vectors, orthonormal to a few ulps, in the order of decreasing spread. The coordinate axes if
/// the spread has no direction.
Matrix3 principalAxes(const Matrix3& covariance);

/// The same directions made orthonormal by changing the later ones least. Rows that are parallel or zero are
/// replaced by arbitrary ones perpendicular to the first.
Matrix3 orthonormal(const Matrix3& rows);

}  // namespace ricochet
