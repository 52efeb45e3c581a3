#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/relative_pose.h"
#include "algorithms/geometry/separating_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

/// A float not below the value, even if the value has an error of a few roundings. Zero stays zero:
/// arithmetic with the least positive floats, which are subnormal, takes some hundred cycles on many
/// processors.
inline float roundedUp(Real value) {
    if (value == 0) return 0;
    const float f = static_cast<float>(value * (1 + 0x1p-20));
    return std::nextafter(f, std::numeric_limits<float>::infinity());
}

/// An oriented box in float, stored by coordinate, so that axes and centre are rotated together. Axes are the
/// float roundings of unit vectors, so orthonormal to 2^-23; half sizes are rounded up.
struct alignas(16) BoxRows {
    float x[4];  ///< x of axis 0, 1, 2 and of the centre; all relative to the mesh's centre
    float y[4];
    float z[4];
    float half[4];  ///< metres; the fourth is ignored, but must be finite
};

/// A box of mesh B in mesh A's frame: the axes as columns, the centre as the fourth; row by row.
struct BoxInMeshA {
    Lanes<float> x, y, z;
    Lanes<float> half;

    Eigen::Vector3f centre() const { return {x[3], y[3], z[3]}; }
};

// Error bounds of the floats, relative to the exact test on the placed doubles, expressed in the frame of a
// box of A (any affine map will do, see relative_pose.cpp):
//     L = F_A M inverse(F_B),    t = F_A (T + M c_B - c_A),
// of which R ~ F_A (M transpose(F_B)) and s ~ F_A (M c_B + T - c_A) are computed in float. Let u = 2^-24, rA
// and rB the radii of the meshes, d = |T|, and kappa bound the skew of M. A box's centre is not farther from
// the mesh's than sqrt(3) times its radius.
//
// Turn:   Rounding M: u; two products of three terms: 3 u each; relative to |F_A| |M| |F_B| < 5.2; transpose
//     for inverse of F_B, whose rows are rounded unit vectors: 6 u.                       |R - L| <= 42 u
//     transpose(R) L - 1: that, and how far M and both F are from rotations:             <= 54 u + kappa
//     cofactors of R for R:                                               2.5 (78 u + kappa) in addition
//     the sums of half sizes are rounded:                                                         <= 8 u
// Offset: Rounding M and T, four sums and a product of three terms:    12 u (1.8 (rA + rB) + d) + 6 u d
//     distances along the axes, from |s| <= 1.8 (rA + rB) + d:          8 u (1.8 (rA + rB) + d)
//     and the vertices of both meshes deviate from their exact positions: twice the placement error.
inline constexpr float kFloatBoxTurnError = 256 * 0x1p-24f;
inline constexpr float kFloatBoxTurnSkew = 4;
inline constexpr float kFloatBoxOffsetError = 64 * 0x1p-24f;
// Points of a mesh, and their heights over a plane of the other with rounded unit normal and height. Relative
// to B's plane R replaces L, and transpose(R) its inverse, with an error of 54 u + kappa.
//     R or its transpose applied to a point: (54 u + kappa) (rA + rB + d); rounding the point: u (rA + rB);
//     F_A T: 8 u d; the normal is off by 1.8 u and axes from orthonormal by 6 u: 8 u (rA + rB); products and
//     sums of a height: 9 u (rA + rB + d).
inline constexpr float kFloatPointError = 128 * 0x1p-24f;

/// Compares float boxes of two meshes; boxes whose contents are within the pose's query distance are never
/// reported apart.
class FloatBoxes {
public:
    FloatBoxes(const RelativePose& pose, Real radiusA, Real radiusB)
        : rotation_(pose.rotation.cast<float>()), translation_(pose.translation.cast<float>()) {
        const auto extent =
            static_cast<float>(std::min(radiusA + radiusB + pose.translation.norm(), Real(1e36)));
        tolerance_ = {kFloatBoxTurnError + kFloatBoxTurnSkew * pose.skew,
                      kFloatBoxOffsetError * extent + 2 * pose.placementError + pose.queryDistance};
        queryDistance_ = pose.queryDistance;
        pointTolerance_ = (kFloatPointError + kFloatBoxTurnSkew * pose.skew) * extent +
                          2 * pose.placementError + pose.queryDistance;
        for (int k = 0; k < 3; ++k) offset_[k] << 0, 0, 0, translation_[k];
    }

    const BoxTolerance<float>& tolerance() const { return tolerance_; }
    float queryDistance() const { return queryDistance_; }  ///< metres: the pose's distance, in A's frame
    /// Metres: upper bound of the error of heights of points of B over planes of A, plus the query distance.
    float pointTolerance() const { return pointTolerance_; }
    const Eigen::Matrix3f& rotation() const { return rotation_; }        ///< B's frame to A's
    const Eigen::Vector3f& translation() const { return translation_; }  ///< from A's centre to B's

    BoxInMeshA place(const BoxRows& b) const {
        const auto x = row(b.x), y = row(b.y), z = row(b.z);
        const auto turned = [&](int k) -> Lanes<float> {
            return rotation_(k, 0) * x + rotation_(k, 1) * y + rotation_(k, 2) * z + offset_[k];
        };
        return {turned(0), turned(1), turned(2), row(b.half)};
    }

    /// The pose of box B in the frame of box A.
    static BoxInBox<float> inFrame(const BoxRows& a, const BoxInMeshA& b) {
        const auto x = row(a.x), y = row(a.y), z = row(a.z);
        BoxInBox<float> relative;
        for (int j = 0; j < 3; ++j) relative.axis[j] = x * b.x[j] + y * b.y[j] + z * b.z[j];
        relative.centre = x * (b.x[3] - a.x[3]) + y * (b.y[3] - a.y[3]) + z * (b.z[3] - a.z[3]);
        return relative;
    }

    bool mayOverlap(const BoxRows& a, const BoxInMeshA& b) const {
        return !areApart<float>(row(a.half), b.half, inFrame(a, b), tolerance_);
    }

private:
    static Eigen::Map<const Lanes<float>, Eigen::Aligned16> row(const float (&stored)[4]) {
        return Eigen::Map<const Lanes<float>, Eigen::Aligned16>(stored);
    }

    Eigen::Matrix3f rotation_;
    Eigen::Vector3f translation_;
    Lanes<float> offset_[3];  ///< (0, 0, 0, k-th coordinate of the translation)
    BoxTolerance<float> tolerance_;
    float queryDistance_;
    float pointTolerance_;
};

/// A box aligned with a mesh's axes, compared with boxes of the same mesh.
class AlignedBoxQuery {
public:
    AlignedBoxQuery(const Aabb& box, const BoundingSphere& sphere)
        : tolerance_{kFloatBoxTurnError,
                     kFloatBoxOffsetError * static_cast<float>(std::min(3 * sphere.radius, Real(1e36)))} {
        const Eigen::Vector3f centre = (box.centre() - sphere.centre).cast<float>();
        const Eigen::Vector3f half = (box.size() / 2).cast<float>();
        box_.x << 1, 0, 0, centre.x();
        box_.y << 0, 1, 0, centre.y();
        box_.z << 0, 0, 1, centre.z();
        box_.half << half.x(), half.y(), half.z(), 0;
    }

    bool mayOverlap(const BoxRows& box) const {
        return !areApart<float>(Eigen::Map<const Lanes<float>, Eigen::Aligned16>(box.half), box_.half,
                                FloatBoxes::inFrame(box, box_), tolerance_);
    }

private:
    BoxInMeshA box_;
    BoxTolerance<float> tolerance_;
};

}  // namespace ricochet
