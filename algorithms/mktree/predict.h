#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/geometry/swept_contact.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/moving_body.h"

#include <optional>

namespace ricochet::mktree {

/// A first contact. Of `contact`, A is the body and B the world: faceB and what featureB is made of are the
/// triangle's number in its part.
struct Prediction {
    SweptContact contact;  ///< time: of the motion, 0 … 1
    Index part = 0;
    bool startsInContact =
        false;  ///< then there is no normal, and the faces are the first of those that meet
};

struct PredictSettings {
    Real end = 1;  ///< of the motion: later contacts are not looked for
};

/// What a prediction did.
struct PredictCounters {
    std::uint64_t boxTests = 0, facePairs = 0, slices = 0, leaves = 0;
};

/// The first contact of a body that is at `pose` at time 0 and goes along a screw, whose angle may be any
/// that is not negative: many turns. One traversal of both trees in the order of time; all leaves that it
/// looks at stay pinned until it ends. Touching counts. An error where a leaf cannot be read, or a number is
/// not finite. Thread-safe.
Result<std::optional<Prediction>> predict(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                          const ScrewMotion& screw, const PredictSettings& settings = {},
                                          PredictCounters* counters = nullptr);

}  // namespace ricochet::mktree
