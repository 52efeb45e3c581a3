#pragma once

#include "algorithms/closest_features/polytope.h"

namespace ricochet {

/// A polytope at a pose in the world.
struct PlacedPolytope {
    const Polytope* polytope;
    Pose pose;
};

/// A proof that two bodies are apart, and the motion for which it remains valid. It applies to vertices as
/// `transformPoint` positions them, and to all points between them, includes rounding, and holds for any
/// matrix.
struct SeparationProof {
    Vec3 normal = Vec3::Zero();  ///< world, from A to B; about unit
    Real gap = 0;                ///< metres: lower bound of the distance at the poses of the proof
    Pose poseA, poseB;

    /// Metres: lower bound of the distance at these poses; if negative, nothing is proved.
    Real gapAt(const PlacedPolytope& a, const PlacedPolytope& b) const;
};

/// Tests every vertex of both. `normal`: from A to B, of any length except zero.
SeparationProof proveSeparation(const PlacedPolytope& a, const PlacedPolytope& b, const Vec3& normal);

/// Metres: upper bound of the displacement of any point of the polytope between two poses.
Real largestMotion(const Polytope& polytope, const Pose& from, const Pose& to);

/// Whether a matrix is a rotation or reflection up to the precision of floats.
bool isNearlyRotation(const Matrix3& matrix);

}  // namespace ricochet
