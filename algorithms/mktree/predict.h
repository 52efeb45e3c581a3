#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/prediction.h"

#include <optional>

namespace ricochet::mktree {

struct PredictSettings {
    Real end = 1;                             ///< of the motion: later contacts are ignored
    std::uint64_t mostBoxTests = 50'000'000;  ///< then the search ends with an error: after some five seconds
};

/// Counters of a prediction.
struct PredictCounters {
    std::uint64_t boxTests = 0, facePairs = 0, slices = 0, leaves = 0;
};

inline constexpr Real kMostRadians = 1e5;  ///< of a motion: some 16,000 turns

/// An error if a number is not finite or beyond 1e40, the pose's matrix not a rotation, the axis not of unit
/// length, or the angle negative or above `kMostRadians`.
Result<void> checkMotion(const Pose& pose, const ScrewMotion& screw, Real end);

/// The first contact of a body that is at `pose` at time 0 and moves along a screw of up to `kMostRadians`.
/// One traversal of both trees in time order; all leaves that it opens stay pinned until it ends. Touching
/// counts. An error if a leaf cannot be read, by `checkMotion`, or if the search takes more box
/// tests than the settings allow. Thread-safe.
Result<std::optional<Prediction>> predict(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                          const ScrewMotion& screw, const PredictSettings& settings = {},
                                          PredictCounters* counters = nullptr);

}  // namespace ricochet::mktree
