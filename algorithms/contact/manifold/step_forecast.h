#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/pair_solver.h"
#include "algorithms/geometry/scratch.h"

#include <span>

namespace ricochet {

/// The lines of contacts that push where their points are now. Until the step's end, points and normals
/// follow their arcs. Without openings.
ScratchVector<PushLine> linesOfPoints(std::span<const Candidate> candidates, const PairInput& input);

/// Predicts the gaps of a pair's contacts at the end of the step if some of the contacts hold, without
/// friction: the result of a solver for these two bodies alone.
class StepForecast {
public:
    /// Uses only the masses and inertias of the motions.
    StepForecast(const BodyMotion& a, const BodyMotion& b, ScratchVector<PushLine> lines);

    /// False if neither body has a mass, and outside of steps. Then nothing can be predicted.
    static bool isPossible(const BodyMotion& a, const BodyMotion& b, Real timeStep);

    /// These contacts push just enough that none of them ends inside.
    void hold(std::span<const Index> points);

    /// These contacts push just enough that none of them approaches, with the velocities at the beginning of
    /// the step: the impact of the contacts that touch.
    void stop(std::span<const Index> points);

    /// Metres between the surfaces at the step's end, less the rest gap.
    Real gapAtEnd(Index candidate) const;

    /// The load of one of the contacts that hold, by its position in `points`: impulse times time step, kg m.
    Real load(std::size_t held) const { return solver_.load(held); }

    /// The load with which a candidate alone would widen its gap at the step's end by `width` metres; kg m.
    Real loadThatWidens(Index candidate, Real width) const {
        return width / solver_.mobility(lines_[candidate]);
    }

    /// The effect of the contacts that hold.
    const PairSolver& solver() const { return solver_; }

private:
    void solve(std::span<const Index> points, Real PushLine::*gap);

    ScratchVector<PushLine> lines_;
    PairSolver solver_;  ///< of the contacts that hold
};

}  // namespace ricochet
