#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/mktree/predict.h"

namespace ricochet::mktree {

struct MovingWorldSettings {
    Real tolerance = 1e-6;  ///< metres: what `deviation` may be
    Real end = 1;           ///< of both motions: later contacts are not looked for
};

/// In the true motion both features are at most `deviation` apart at the time of the contact, and before it a
/// body whose points are at most `deviation` from where they truly are touches nothing.
struct MovingWorldPrediction {
    std::optional<Prediction> first;  ///< points and normal are in the world's own frame
    Real deviation = 0;               ///< metres: of the screws that were looked at
    std::size_t screws = 0;
};

/// The first contact of a body with a world that moves, too, as a ship does: both in the time from 0 to 1,
/// about axes of their own. As seen from the world, the body goes along a series of screws, each between its
/// true poses at two times, halved until `relativeScrew`'s bound of the deviation keeps to the tolerance. An
/// error where that takes too many screws. A contact that rounding hides until a screw begins has no normal.
/// Thread-safe.
Result<MovingWorldPrediction> predictInMovingWorld(const MkTree& tree, const MovingBody& body,
                                                   const RigidMotion& bodyMotion,
                                                   const RigidMotion& worldMotion,
                                                   const MovingWorldSettings& settings = {},
                                                   PredictCounters* counters = nullptr);

}  // namespace ricochet::mktree
