#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

inline constexpr Real kSweepResolution = 0x1p-14;  // of the step: how early a time of impact may be

/// What two bodies would do within a step if nothing met them, as seen from B's centre, so that a slide along
/// B is one of A alone.
struct FreeMotion {
    RigidMotion a, b;
};
FreeMotion freeMotionOf(const ContactInput& input);

/// Metres: no point of the surface is farther from the centre about which the body turns. That is its centre
/// of mass, which need not be the middle of its surface.
Real radiusAboutCentre(const RigidMotion& motion, const ContactSurface& surface);

/// Metres: no point of A goes farther as seen from a point of B.
Real displacementOf(const FreeMotion& motion, const ContactInput& input);

/// Where the point of a body is at present that is at `point` at some time of a motion.
Vec3 atPresent(const Vec3& point, const RigidMotion& motion, Real time, const Pose& present);

}  // namespace ricochet
