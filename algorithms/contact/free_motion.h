#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// How a body moves in a step if nothing stops it.
RigidMotion freeMotion(const Pose& pose, const BodyMotion& motion, Real timeStep);

}  // namespace ricochet
