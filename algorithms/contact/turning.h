#pragma once

#include "algorithms/contact/feature_contacts.h"

namespace ricochet {

/// A contact's points move along arcs where bodies turn, and its normal turns with the feature that it
/// belongs to. A solver knows only speeds. Taken in the middle of the step they are right to second order in
/// the time step; taken at its begin they brake what rolls, and lift it.
struct MidStep {
    Vec3 normal;  ///< unit, world
    /// Metres: how much wider the gap is at the end of the step than now, beyond what the speed of the points
    /// along that normal makes it in the step.
    Real widening;
};

/// In a step of uniform motion.
MidStep midStepOf(const Candidate& candidate, const BodyMotion& a, const BodyMotion& b, Real timeStep);

/// Metres: from the body's centre to where its point is after a time.
Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time);

}  // namespace ricochet
