#pragma once

#include "algorithms/contact/manifold/step_forecast.h"

namespace ricochet {

/// A contact's points move along arcs where bodies turn, and its normal turns with the feature that it
/// belongs to. A solver knows only speeds. Taken when the contact acts they neither brake nor raise what
/// rolls, as they do when they are taken at the step's begin.
struct ContactArc {
    Real actsAfter;  ///< seconds from now
    Vec3 normal;     ///< unit, world, then
    /// Metres: how much wider the gap is at the end of the step than now, beyond what the speed of the points
    /// along that normal, then, makes it in the step. To third order in the time step.
    Real widening;
};

/// In a step of uniform motion. A contact acts now where nothing is damped, and in the middle of the part of
/// the step in which its points touch where all is.
ContactArc contactArcOf(const Candidate& candidate, const PairMotion& motion);

/// Whether the bodies turn so far in the step that third order is not enough: contacts act now, as they are.
bool turnsTooFar(const PairMotion& motion);

/// 0 ... 1: how far contacts that act in mid-step damp the pair's motion. What is slow against the speed that
/// gravity gives in a step comes to rest by that, and in an impact arms of mid-step tell better where points
/// end; what rolls and swings keeps its energy. Motion is that of one body as the other one sees it, the
/// smaller of both; if it goes farther in the step than contacts are looked for, all is damped. `radius` of
/// the smaller body in metres; `change`, m/s: of the speed of points by an impact.
Real dampingOf(const PairMotion& motion, Real radius, Real change);

/// Metres: from the body's centre to where its point is after a time.
Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time);

}  // namespace ricochet
