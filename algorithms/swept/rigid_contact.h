#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/swept/linear_pair.h"
#include "algorithms/swept/time_span.h"

#include <optional>

namespace ricochet {

/// A vertex and a face, or two edges, of two bodies that move rigidly. Corners as in LinearPair.
struct RigidPair {
    FeatureKind kind;
    const RigidMotion* motionA;
    const RigidMotion* motionB;
    std::array<PointPath, 4> corners;
};

struct RigidContactSettings {
    Real gap = 0;               ///< metres: the features count as touching at this distance
    Real resolution = 0x1p-20;  ///< of the whole motion: the result is early by at most about this
    Real end = 1;               ///< later contacts are ignored; earlier ones do not depend on it
};

/// The first time in `span` at which the two features touch. May be early, never late, except for the
/// rounding of the poses; none means that they never touch. Both bodies may translate and rotate at once.
std::optional<Real> firstTouch(const RigidPair& pair, const TimeSpan& span,
                               const RigidContactSettings& settings = {});

}  // namespace ricochet
