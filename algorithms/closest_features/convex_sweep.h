#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"

#include <optional>

namespace ricochet {

/// A moving polytope.
struct MovingPolytope {
    const Polytope* polytope;
    RigidMotion motion;
};

/// The first time at which two polytopes are within `settings.gap`; time 0 if they are at the start. May be
/// early, never late: by `settings.resolution` of the motion, and by more if the bodies glide past one
/// another for long at about that distance.
std::optional<SweptContact> firstContact(const MovingPolytope& a, const MovingPolytope& b,
                                         const SweptSettings& settings, FeatureMemory& memory);

}  // namespace ricochet
