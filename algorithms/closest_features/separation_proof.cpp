#include "algorithms/closest_features/separation_proof.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr Real kUnit = 0x1p-53;
// `transformPoint` has five roundings; rotating the normal, its product with a vertex and the sum have ten
// more. The rest covers second-order terms and the rounding of the sum of magnitudes.
constexpr Real kProofError = 32 * kUnit;
constexpr Real kLargestSkew = 1e-3;  // entries of transpose(R) R - 1: floats are off by 1e-6

/// Upper bound of the coordinates of all products in placing a point of the polytope.
Real magnitude(const PlacedPolytope& p) {
    const Real farthest = p.polytope->centre.cwiseAbs().sum() + p.polytope->radius;
    return p.pose.rotation.cwiseAbs().sum() * farthest + p.pose.translation.cwiseAbs().sum();
}

/// Greatest height of a placed vertex along the normal.
Real farthestAlong(const PlacedPolytope& p, const Vec3& normal) {
    const Vec3 local = p.pose.rotation.transpose() * normal;
    Real maximum = -std::numeric_limits<Real>::infinity();
    for (const Vec3& v : p.polytope->vertices) maximum = std::max(maximum, local.dot(v));
    return maximum + normal.dot(p.pose.translation);
}

struct Motion {
    Vec3 centre;   ///< metres, of the polytope's centre
    Real turning;  ///< metres: greatest displacement of a point relative to the centre
};

// A placed point is R (v - c) + (R c + t): the difference of two placings is (R' - R) (v - c), no longer
// than |R' - R| of Frobenius times the radius, and the motion of the centre.
Motion motionOf(const Polytope& p, const Pose& from, const Pose& to) {
    const Matrix3 rotation = to.rotation - from.rotation;
    return {rotation * p.centre + (to.translation - from.translation),
            (1 + 1e-12) * rotation.norm() * p.radius};
}

}  // namespace

SeparationProof proveSeparation(const PlacedPolytope& a, const PlacedPolytope& b, const Vec3& normal) {
    SeparationProof proof;
    // slightly shorter than unit, so that heights along it are never too large
    proof.normal = (1 - 8 * kUnit) * normal.normalized();
    proof.gap = -farthestAlong(b, -proof.normal) - farthestAlong(a, proof.normal) -
                kProofError * (magnitude(a) + magnitude(b));
    proof.poseA = a.pose;
    proof.poseB = b.pose;
    return proof;
}

Real SeparationProof::gapAt(const PlacedPolytope& a, const PlacedPolytope& b) const {
    const Motion ofA = motionOf(*a.polytope, poseA, a.pose), ofB = motionOf(*b.polytope, poseB, b.pose);
    return gap + normal.dot(ofB.centre - ofA.centre) - ofA.turning - ofB.turning -
           kProofError * (magnitude(a) + magnitude(b));
}

Real largestMotion(const Polytope& polytope, const Pose& from, const Pose& to) {
    const Motion motion = motionOf(polytope, from, to);
    return motion.centre.norm() + motion.turning;
}

bool isNearlyRotation(const Matrix3& matrix) {
    const Matrix3 skew = matrix.transpose() * matrix - Matrix3::Identity();
    return skew.cwiseAbs().maxCoeff() <= kLargestSkew;
}

}  // namespace ricochet
