// Gottschalk, Lin, Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection. 1996.
// Here three axes at a time, one in each lane of a register, with bounds of the input's error: boxes with a
// common point are never reported apart.
#pragma once

#include "algorithms/geometry/builtins.h"
#include "algorithms/geometry/obb.h"

#include <limits>

namespace ricochet {

/// Three coordinates and a fourth lane: one SIMD register if Scalar is float.
template <class Scalar>
using Lanes = Eigen::Array<Scalar, 4, 1>;

/// (v1, v2, v0, v3): each coordinate replaced by the next.
template <class Scalar>
inline Lanes<Scalar> rotated(const Lanes<Scalar>& v) {
    Lanes<Scalar> result;
    rotateThree(v.data(), result.data());
    return result;
}

/// The pose of box B in the frame of box A.
template <class Scalar>
struct BoxInBox {
    Lanes<Scalar> axis[3];  ///< B's, along A's; the fourth lanes may be any finite numbers
    Lanes<Scalar> centre;   ///< B's, from A's
};

/// Error bounds of a BoxInBox (R, s), the rounded form of the exact (L, t).
template <class Scalar>
struct BoxTolerance {
    Scalar
        rotation;  ///< at least the entries of |R - L|, of |transpose(R) L - 1| and of |cofactors(R)^T L - 1|
    Scalar offset;  ///< metres: at least |s - t|, 8 roundings of |s|, and the query distance
};

/// Whether one of fifteen axes separates two closed boxes, of half sizes `halfA` and `halfB` (fourth lanes:
/// any finite number). True only if the exact boxes are apart; touching boxes are not. False for all others,
/// and for boxes closer than `offset` + `turn` * (sum of the six half sizes) along each of the axes.
template <class Scalar>
[[gnu::always_inline]] inline bool areApart(const Lanes<Scalar>& halfA, const Lanes<Scalar>& halfB,
                                            const BoxInBox<Scalar>& b,
                                            const BoxTolerance<Scalar>& tolerance) {
    // The error along any axis n, |n| <= 1: that of the offset, and that of half sizes measured along inexact
    // axes. It keeps the cross product of parallel edges, which is noise, from separating the boxes. The
    // fourth lane never separates them.
    constexpr Scalar kNever = std::numeric_limits<Scalar>::max() / 8;
    const Lanes<Scalar> doubt = Lanes<Scalar>(0, 0, 0, kNever) +
                                (tolerance.offset + tolerance.rotation * (halfA[0] + halfA[1] + halfA[2] +
                                                                          halfB[0] + halfB[1] + halfB[2]));

    // A's faces: lane k is A's axis k.
    const Lanes<Scalar> extentA =
        halfA + b.axis[0].abs() * halfB[0] + b.axis[1].abs() * halfB[1] + b.axis[2].abs() * halfB[2];
    if ((b.centre.abs() - extentA - doubt).maxCoeff() > 0) return true;

    // B's faces: lane j is B's axis j; row k holds A's axis k along B's.
    Eigen::Matrix<Scalar, 4, 4> turned;
    for (int j = 0; j < 3; ++j) turned.col(j) = b.axis[j].matrix();
    turned.col(3) = b.centre.matrix();
    turned.transposeInPlace();
    const Lanes<Scalar> row[3] = {turned.col(0), turned.col(1), turned.col(2)};
    const Lanes<Scalar> size[3] = {row[0].abs(), row[1].abs(), row[2].abs()};
    const Lanes<Scalar> along = row[0] * b.centre[0] + row[1] * b.centre[1] + row[2] * b.centre[2];
    const Lanes<Scalar> extentB = halfB + size[0] * halfA[0] + size[1] * halfA[1] + size[2] * halfA[2];
    if ((along.abs() - extentB - doubt).maxCoeff() > 0) return true;

    // A's axis i x B's axis j, lane j. Both boxes' extent along it comes from the two other axes of each.
    const Lanes<Scalar> halfB1 = rotated(halfB), halfB2 = rotated(halfB1);
    Lanes<Scalar> gap = -doubt;
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const Lanes<Scalar> size1 = rotated(size[i]), size2 = rotated(size1);
        const Lanes<Scalar> distance = (row[i1] * b.centre[i2] - row[i2] * b.centre[i1]).abs();
        const Lanes<Scalar> extent =
            size[i2] * halfA[i1] + size[i1] * halfA[i2] + size2 * halfB1 + size1 * halfB2;
        gap = gap.max(distance - extent - doubt);
    }
    return gap.maxCoeff() > 0;
}

/// Whether two boxes have a common point. Never false if they do; also true for boxes apart by less than
/// 1e-11 of the sum of their half sizes and the distance of their centres.
bool overlaps(const Obb& a, const Obb& b);

}  // namespace ricochet
