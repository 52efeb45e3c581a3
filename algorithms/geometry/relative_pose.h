#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Where a mesh lies in its own coordinates: no vertex is farther from the centre than the radius.
struct BoundingSphere {
    Vec3 centre;
    Real radius;
};

/// Floats cannot hold what is farther out without overflow in products of three lengths: such a mesh is
/// answered by the exact test alone.
inline constexpr Real kLargestFloatRadius = 1e11;

/// Where mesh B lies in mesh A's frame, and how far that can be trusted: for trees whose boxes are floats.
struct RelativePose {
    Matrix3 rotation;      ///< B's frame to A's; a rotation only as far as the given matrices are
    Vec3 translation;      ///< from A's centre to B's centre, in A's frame
    float skew;            ///< bound of the norm of transpose(rotation) * rotation - identity
    float placementError;  ///< metres in A's frame: bound of how far any vertex of either mesh, placed in the
                           ///< world as `place` says, is from where the exact relative pose puts it
    float queryDistance;   ///< metres: the distance that is asked for, in A's frame
    Real stretch;          ///< lengths in A's frame are at most this multiple of those in the world

    /// A length in the world as it can be at most in A's frame.
    float inFrameOfA(Real length) const;
};

/// Where a matrix is singular or a coordinate too large for floats, the errors come out so large that every
/// pair goes to the exact test.
RelativePose relativePose(const Pose& a, const BoundingSphere& sphereA, const Pose& b,
                          const BoundingSphere& sphereB, Real queryDistance);

}  // namespace ricochet
