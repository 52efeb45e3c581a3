#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"

#include <optional>

namespace ricochet {

/// A polytope in the course of a motion.
struct MovingPolytope {
    const Polytope* polytope;
    RigidMotion motion;
};

/// The first time at which two polytopes are as near as `settings.gap`; at time 0 where they are from the
/// start. May be early, never late: by `settings.resolution` of the motion, and more where the bodies glide
/// past one another for long within about that distance.
std::optional<SweptContact> firstContact(const MovingPolytope& a, const MovingPolytope& b,
                                         const SweptSettings& settings, FeatureMemory& memory);

}  // namespace ricochet
