#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

inline constexpr Real kSweepResolution = 0x1p-14;  // of the step: a time of impact may be early by this

/// The free motion of two bodies within a step, relative to B's centre, so that translation is A's alone.
struct RelativeMotion {
    RigidMotion a, b;
};
RelativeMotion relativeMotion(const PairInput& input);

/// Metres: greatest distance of a point of the surface from the body's centre of mass, about which it
/// rotates, and which need not be the middle of its surface.
Real radiusAboutCentre(const RigidMotion& motion, const ContactSurface& surface);

/// Metres: upper bound of the displacement of any point of A relative to a point of B.
Real displacementOf(const RelativeMotion& motion, const PairInput& input);

/// The present position of the body's point that is at `point` at some time of a motion.
Vec3 atPresent(const Vec3& point, const RigidMotion& motion, Real time, const Pose& present);

}  // namespace ricochet
