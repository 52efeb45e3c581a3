#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/solver/pair_solver.h"

#include <span>
#include <vector>

namespace ricochet {

/// A pair of bodies in a step.
struct PairMotion {
    BodyMotion a, b;
    StepInput step;
    Real linearSlop = 0;  ///< metres
    Real depth = 0;       ///< metres: of the deepest contact at the step's beginning; at most the shallow one
    Real damping = 1;     ///< 0 … 1: how far contacts damp the motion
};

/// Where a contact acts, and how that changes its distance.
struct ActingPlace {
    Vec3 aside = Vec3::Zero();  ///< as ContactPoint::actsAside
    Vec3 tilt = Vec3::Zero();   ///< to add to the normal before normalising
    Real widening = 0;          ///< metres, to add to the distance
};

/// Predicts the gaps of a pair's contacts at the end of the step if some of the contacts hold, without
/// friction: the result of a solver for these two bodies alone.
class StepForecast {
public:
    /// `places`: one for each candidate; empty: all act at their own points.
    StepForecast(std::span<const Candidate> candidates, const PairMotion& motion,
                 std::span<const ActingPlace> places = {});

    /// False if neither body has a mass, and outside of steps. Then nothing can be predicted.
    bool isPossible() const;

    /// These contacts push just enough that none of them ends inside.
    void hold(std::span<const Index> points);

    /// These contacts push just enough that none of them approaches, with the velocities at the beginning of
    /// the step: the impact of the contacts that touch.
    void stop(std::span<const Index> points);

    /// Metres between the surfaces at the step's end, less the rest gap.
    Real gapAtEnd(Index candidate) const;

    /// The load of one of the contacts that hold, by its position in `points`: impulse times time step, kg m.
    Real load(std::size_t held) const { return solver_.load(held); }

    /// m/s: the change, by the loads, of the speed of the smaller body's points relative to the other body.
    /// `radius`: of the smaller body, metres.
    Real speedChange(Real radius) const;

    /// The load with which a candidate alone would widen its gap at the step's end by `width` metres; kg m.
    Real loadThatWidens(Index candidate, Real width) const;

    /// Metres: the displacement of A's point relative to B's at the same place, within the step.
    Vec3 displacementOfA(const Vec3& point) const;

private:
    struct Row {
        PushLine line;
        Real gap;      ///< metres, at the step's end if nothing holds
        Real opening;  ///< metres: its part due to the velocities at the beginning of the step
    };
    Row rowOf(const Candidate& candidate, const ActingPlace& place) const;
    void solve(std::span<const Index> points, Real Row::*gap);

    const PairMotion motion_;
    std::vector<Row> rows_;
    PairSolver solver_;  ///< of the contacts that hold
};

}  // namespace ricochet
