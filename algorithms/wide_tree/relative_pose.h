#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/wide_tree/wide_model.h"

namespace ricochet::wide_tree {

/// Where model B lies in model A's frame, and how far that can be trusted.
struct RelativePose {
    Matrix3 rotation;      ///< B's frame to A's; a rotation only as far as the given matrices are
    Vec3 translation;      ///< from A's centre to B's centre, in A's frame
    float skew;            ///< bound of the norm of transpose(rotation) * rotation - identity
    float placementError;  ///< metres in A's frame: bound of how far any vertex of either mesh, placed in the
                           ///< world as `place` says, is from where the exact relative pose puts it
    float within;          ///< metres: the distance that is asked for, in A's frame
};

/// Where a matrix is singular or a coordinate too large for floats, the errors come out so large that every
/// pair goes to the exact test.
RelativePose relativePose(const Placed& a, const Tree& treeA, const Placed& b, const Tree& treeB,
                          Real within);

}  // namespace ricochet::wide_tree
