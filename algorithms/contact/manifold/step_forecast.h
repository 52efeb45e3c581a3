#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/pair_solver.h"

#include <span>
#include <vector>

namespace ricochet {

/// A pair of bodies in a step.
struct PairMotion {
    BodyMotion a, b;
    Real timeStep = 0;    ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;     ///< metres between the surfaces at which bodies rest
    Real linearSlop = 0;  ///< metres
    Real damping = 1;     ///< 0 … 1: how far contacts damp the motion
};

/// Where a contact acts, and what that does to its distance.
struct ActingPlace {
    Vec3 aside = Vec3::Zero();  ///< as ContactPoint::actsAside
    Vec3 tilt = Vec3::Zero();   ///< to add to the normal, which is a unit vector again then
    Real widening = 0;          ///< metres, to add to the distance
};

/// Where a pair's contacts are at the end of the step if some of them hold, without friction: what a solver
/// does with these two bodies alone.
class StepForecast {
public:
    /// `places`: of each candidate; none: all act where they are.
    StepForecast(std::span<const Candidate> candidates, const PairMotion& motion,
                 std::span<const ActingPlace> places = {});

    /// False for bodies whose masses are not known, and outside of steps: there is nothing to tell then.
    bool isPossible() const;

    /// These push as much as they must, so that none of them ends inside.
    void hold(std::span<const Index> points);

    /// These push as much as they must, so that none of them comes nearer with the speeds of the step's
    /// begin: the impact of those that touch.
    void stop(std::span<const Index> points);

    /// Metres between the surfaces at the step's end, less the rest gap.
    Real gapAtEnd(Index candidate) const;

    /// How much the point pushes, one of those that hold: its impulse times the time step, kg m.
    Real loadOf(std::size_t held) const { return solver_.loadOf(held); }

    /// m/s: how much the loads change the speed of the smaller body's points, as the other one sees them;
    /// `radius` of it in metres.
    Real speedChange(Real radius) const;

    /// The load that a candidate would need alone for a gap so much wider at the step's end; kg m.
    Real loadThatWidens(Index candidate, Real width) const;

    /// Metres: how far A's point there goes within the step, as B's sees it.
    Vec3 displacementOfA(const Vec3& point) const;

private:
    struct Row {
        PushLine line;
        Real gap;      ///< at the step's end if nothing holds
        Real opening;  ///< metres: of it, what the speeds of the step's begin make
    };
    Row rowOf(const Candidate& candidate, const ActingPlace& place) const;
    void solve(std::span<const Index> points, Real Row::*gap);

    const PairMotion motion_;
    std::vector<Row> rows_;
    PairSolver solver_;  ///< of what holds
};

}  // namespace ricochet
