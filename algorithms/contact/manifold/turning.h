#pragma once

#include "algorithms/contact/features/feature_contacts.h"

namespace ricochet {

/// A contact's points move along arcs where bodies turn, and its normal turns with the feature that it
/// belongs to. A solver knows only speeds. Taken when the contact acts they neither brake nor raise what
/// rolls, as they do when they are taken at the step's begin.
struct ContactArc {
    Real actsAfter;  ///< seconds from now: the middle of the part of the step in which the points touch
    Vec3 normal;     ///< unit, world, then
    /// Metres: how much wider the gap is at the end of the step than now, beyond what the speed of the points
    /// along that normal, then, makes it in the step. To third order in the time step.
    Real widening;
};

/// In a step of uniform motion. `restGap`: metres between the surfaces at which they touch.
ContactArc contactArcOf(const Candidate& candidate, const BodyMotion& a, const BodyMotion& b, Real timeStep,
                        Real restGap);

/// Metres: from the body's centre to where its point is after a time.
Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time);

}  // namespace ricochet
