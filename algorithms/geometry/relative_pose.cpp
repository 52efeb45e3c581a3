#include "algorithms/geometry/relative_pose.h"

#include <Eigen/LU>

#include <algorithm>

namespace ricochet {
namespace {

/// Larger than every length and product of three lengths in a float filter, so that the filter decides
/// nothing; but finite, so that no difference of infinities arises.
constexpr float kNothingIsCertain = 1e36f;

/// Metres. Keeps errors above zero where floats underflow.
constexpr Real kLeastError = 1e-30;

/// The error bounds of the float filters hold for matrices that deviate from rotations by at most this.
constexpr Real kLargestSkew = 1e-3;

RelativePose unknownPose(Real queryDistance) {
    RelativePose pose = {Matrix3::Identity(), Vec3::Zero(), 0, kNothingIsCertain, 0, 1};
    pose.queryDistance = pose.inFrameOfA(queryDistance);
    return pose;
}

Real largestEntry(const Matrix3& m) { return m.cwiseAbs().maxCoeff(); }

/// An upper bound of the norm without a square root; a query would need seven of them.
template <class Derived>
Real normAtMost(const Eigen::MatrixBase<Derived>& m) {
    return m.cwiseAbs().sum();
}

}  // namespace

// Whether triangles intersect does not change under an affine map of both. The map here is the exact inverse
// of A's placement: A's vertices are then those of the mesh and B's are at inverse(R_A) (R_B y + t_B - t_A),
// except for the rounding of `transformPoint`, mapped by that inverse, and the rounding here. With u = 2^-53,
// Frobenius norms |.| and
//     sigma = |inverse| (|R_A| |x| + |t_A| + |R_B| |y| + |t_B|) + |c_A| + r_A,
// where |x| and |y| bound the distances of the vertices from their mesh's origin:
//     place:      four roundings for each body                                              8 u sigma
//     inverse:    residual of R_A inverse - 1, and the 8 u |R_A| |inverse| of computing it  times sigma
//     products:   inverse R_B, translation, and origins of nodes against it                 16 u sigma
//     builder:    difference to the centre and the origin, rotation to a leaf's frame       16 u sigma
// The sum is below (residual + 128 u (1 + |R_A| |inverse|)) sigma.
RelativePose relativePose(const Pose& a, const BoundingSphere& sphereA, const Pose& b,
                          const BoundingSphere& sphereB, Real queryDistance) {
    const Matrix3 inverse = a.rotation.inverse();
    const Real residual = largestEntry(a.rotation * inverse - Matrix3::Identity()) * 3;
    const Real normA = normAtMost(a.rotation);
    const Real normInverse = normAtMost(inverse);
    const Real extentA = normA * (normAtMost(sphereA.centre) + sphereA.radius) + normAtMost(a.translation);
    const Real extentB =
        normAtMost(b.rotation) * (normAtMost(sphereB.centre) + sphereB.radius) + normAtMost(b.translation);
    const Real sigma = normInverse * (extentA + extentB) + normAtMost(sphereA.centre) + sphereA.radius;
    const Real error = (residual + 0x1p-46 * (1 + normA * normInverse)) * sigma + kLeastError;

    RelativePose pose;
    pose.rotation = inverse * b.rotation;
    pose.translation =
        (inverse * (b.translation - a.translation) + pose.rotation * sphereB.centre) - sphereA.centre;
    const Matrix3 skew = pose.rotation.transpose() * pose.rotation - Matrix3::Identity();
    const Matrix3 stretch = inverse * inverse.transpose() - Matrix3::Identity();
    const bool isUsable = residual < 1e-9 && sphereA.radius <= kLargestFloatRadius &&
                          sphereB.radius <= kLargestFloatRadius &&
                          normAtMost(pose.translation) < kLargestFloatRadius &&
                          3 * largestEntry(skew) < kLargestSkew && 3 * largestEntry(stretch) < kLargestSkew;
    if (!isUsable) return unknownPose(queryDistance);
    pose.skew = static_cast<float>(3.01 * largestEntry(skew));
    pose.placementError = static_cast<float>(1.01 * error);
    pose.stretch = 1 + 3 * largestEntry(stretch) + 1e-5;
    pose.queryDistance = pose.inFrameOfA(queryDistance);
    return pose;
}

float RelativePose::inFrameOfA(Real length) const {
    return static_cast<float>(std::min<Real>(stretch * length, kNothingIsCertain));
}

}  // namespace ricochet
