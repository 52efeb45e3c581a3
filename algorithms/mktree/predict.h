#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/prediction.h"

#include <optional>

namespace ricochet::mktree {

struct PredictSettings {
    Real end = 1;  ///< of the motion: later contacts are ignored
};

/// Counters of a prediction.
struct PredictCounters {
    std::uint64_t boxTests = 0, facePairs = 0, slices = 0, leaves = 0;
};

/// An error if a number is not finite, the angle negative, or the axis not of unit length.
Result<void> checkMotion(const Pose& pose, const ScrewMotion& screw, Real end);

/// The first contact of a body that is at `pose` at time 0 and moves along a screw of any non-negative angle,
/// including many turns. One traversal of both trees in time order; all leaves that it opens stay pinned
/// until it ends. Touching counts. An error if a leaf cannot be read, or a number is not finite. Thread-safe.
Result<std::optional<Prediction>> predict(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                          const ScrewMotion& screw, const PredictSettings& settings = {},
                                          PredictCounters* counters = nullptr);

}  // namespace ricochet::mktree
