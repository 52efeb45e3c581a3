#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Bounding sphere of a mesh in its own coordinates.
struct BoundingSphere {
    Vec3 centre;
    Real radius;
};

/// For larger meshes products of three lengths would overflow floats: these are handled by the exact test
/// alone.
inline constexpr Real kLargestFloatRadius = 1e11;

/// The pose of mesh B in mesh A's frame with its error bounds, for trees with float boxes.
struct RelativePose {
    Matrix3 rotation;      ///< B's frame to A's; a rotation only as far as the given matrices are
    Vec3 translation;      ///< from A's centre to B's centre, in A's frame
    float skew;            ///< bound of the norm of transpose(rotation) * rotation - identity
    float placementError;  ///< metres in A's frame: bound of the difference between any vertex placed in the
                           ///< world by `transformPoint` and its position by the exact relative pose
    float queryDistance;   ///< metres: the query distance in A's frame
    Real stretch;          ///< lengths in A's frame are at most this multiple of those in the world

    /// Upper bound in A's frame of a length in the world.
    float inFrameOfA(Real length) const;
};

/// If a matrix is singular or a coordinate too large for floats, the error bounds are so large that every
/// pair goes to the exact test.
RelativePose relativePose(const Pose& a, const BoundingSphere& sphereA, const Pose& b,
                          const BoundingSphere& sphereB, Real queryDistance);

}  // namespace ricochet
