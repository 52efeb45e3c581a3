#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/pair_solver.h"
#include "algorithms/geometry/scratch.h"

#include <span>

namespace ricochet {

/// A pair of bodies in a step, for a solver that moves each body by one constant velocity in the step.
struct PairMotion {
    BodyMotion a, b;
    StepInput step;
    Real radius = 0;      ///< metres: of the smaller body
    Real linearSlop = 0;  ///< metres
    Real depth = 0;       ///< metres: of the deepest contact at the step's beginning; at most the shallow one
    Real damping = 1;     ///< 0 … 1: how far contacts damp the motion
};

/// When bodies rotate, the points of a contact move along arcs, and the normal rotates with its feature. A
/// solver sees only velocities. Lever arms and normal at the time at which the contact acts neither brake nor
/// raise a rolling body; those at the beginning of the step do.
struct ContactArc {
    Real actsAfter;  ///< seconds from now
    Vec3 normal;     ///< world, at that time; to be normalised
    /// Metres: by how much the gap at the end of the step exceeds the present gap plus the time step times
    /// the points' speed along that normal at that time. To third order in the time step; if the bodies
    /// rotate too far for that, as in `fast_rotation`.
    Real widening;
    Vec3 aside = Vec3::Zero();  ///< metres, world: offset from the points to the line of action
};

/// For uniform motion within the step. Without damping a contact acts at once; with full damping it acts in
/// the middle of the part of the step in which its points touch.
ContactArc contactArc(const Candidate& candidate, const PairMotion& motion);

/// The lines on which contacts push when they act on their arcs.
ScratchVector<PushLine> linesOnArcs(std::span<const Candidate> candidates, const PairMotion& motion);

/// Radians: upper bound of the rotation of the bodies relative to one another in the step.
Real rotationInStep(const PairMotion& motion);

/// Whether the bodies rotate too far in the step for a third-order expansion.
bool rotatesTooFar(const PairMotion& motion);

/// 0 ... 1: how much the contacts damp the pair's motion by acting in mid-step. A motion that is slow
/// compared with the speed gained by gravity in one step is damped and comes to rest. An impact is damped,
/// because mid-step arms predict better where the points end. Rolling and swinging keep their energy. The
/// motion is that of the smaller body relative to the other one; if it exceeds the speculative distance,
/// damping is 1. `change`: of the points' speed by an impact, m/s.
Real contactDamping(const PairMotion& motion, Real change);

}  // namespace ricochet
