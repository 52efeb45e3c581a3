#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/mktree/prediction_methods.h"

namespace ricochet::mktree {

struct MovingWorldSettings {
    Real tolerance = 1e-6;  ///< metres: limit of `deviation`
    Real end = 1;           ///< of both motions: later contacts are ignored
    const PredictionMethod* method = &predictionMethods().front();  ///< for each screw
};

/// In the true motion both features are at most `deviation` apart at the time of the contact. Before that
/// time the approximated body, whose points are at most `deviation` from their true positions, touches
/// nothing.
struct MovingWorldPrediction {
    std::optional<Prediction> first;  ///< points and normal are in the world's own frame
    Real deviation = 0;               ///< metres: of the screws that were used
    std::size_t screws = 0;
};

/// The first contact of a body with a world that also moves, such as a ship: both in the time from 0 to 1,
/// about their own axes. Relative to the world, the body moves along a series of screws, each between its
/// true poses at two times, which is halved until `relativeScrew`'s bound of the deviation meets the
/// tolerance. An error if that takes too many screws. A contact that is only detected at the start of a
/// screw, because of rounding, has no normal. Thread-safe.
Result<MovingWorldPrediction> predictInMovingWorld(const MkTree& tree, const MovingBody& body,
                                                   const RigidMotion& bodyMotion,
                                                   const RigidMotion& worldMotion,
                                                   const MovingWorldSettings& settings = {},
                                                   MethodCounters* counters = nullptr);

}  // namespace ricochet::mktree
