#pragma once

#include "algorithms/contact/single_velocity/contact_arc.h"

namespace ricochet {

/// The arc of a contact of bodies that rotate fast. The contact acts at the time at which its points leave
/// the solver least freedom: its point that first passes the surface, or would pass it if the bodies
/// approached one another. For uniform motion within the step.
///
/// `widening` scales the gap at that time to the whole step, so that the solver's velocity avoids a
/// penetration at that time rather than at the step's end. Points may pass through the surface within the
/// step by the linear slop; bodies that overlap already may stay that deep, down to the shallow depth. The
/// more an impact at the contact changes the rotation, the closer the contact is to one without an arc, which
/// acts at once along a straight line.
ContactArc fastRotationArc(const Candidate& candidate, const PairMotion& motion);

}  // namespace ricochet
