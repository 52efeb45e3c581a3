#pragma once

#include "algorithms/closest_features/polytope.h"

namespace ricochet {

/// A polytope at a pose in the world.
struct PlacedPolytope {
    const Polytope* polytope;
    Pose pose;
};

/// A proof that two bodies are apart, and for how much motion it holds. Everything that it says is of
/// vertices where `place` puts them, and of all points between them, with rounding paid for: whatever the
/// matrices are.
struct SeparationProof {
    Vec3 normal = Vec3::Zero();  ///< world, from A to B; about unit
    Real gap = 0;                ///< metres: at least so far are they apart at the poses of the proof
    Pose poseA, poseB;

    /// Metres: at least so far apart are they at these poses; may be negative, then nothing is said.
    Real gapAt(const PlacedPolytope& a, const PlacedPolytope& b) const;
};

/// Looks at every vertex of both. `normal`: from A to B, of any length but zero.
SeparationProof proveSeparation(const PlacedPolytope& a, const PlacedPolytope& b, const Vec3& normal);

/// Metres: at least as far as any point of the polytope moves between two poses.
Real largestMotion(const Polytope& polytope, const Pose& from, const Pose& to);

/// Whether a matrix is a rotation, or a reflected one, as far as floats can say it.
bool isNearlyRotation(const Matrix3& matrix);

}  // namespace ricochet
