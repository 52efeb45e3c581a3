#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/pair_solver.h"

#include <span>
#include <vector>

namespace ricochet {

/// A contact as a forecast sees it.
struct ForecastRow {
    PushLine line;
    Real gap;  ///< metres between the surfaces at the step's end if nothing holds, less the rest gap
};

/// Rows of contacts that push where their points are now. Until the step's end, points and normals follow
/// their arcs.
std::vector<ForecastRow> rowsOfPoints(std::span<const Candidate> candidates, const PairInput& input);

/// Predicts the gaps of a pair's contacts at the end of the step if some of the contacts hold, without
/// friction: the result of a solver for these two bodies alone.
class StepForecast {
public:
    /// Uses only the masses and inertias of the motions.
    StepForecast(const BodyMotion& a, const BodyMotion& b, std::vector<ForecastRow> rows);

    /// False if neither body has a mass, and outside of steps. Then nothing can be predicted.
    static bool isPossible(const BodyMotion& a, const BodyMotion& b, Real timeStep);

    /// These contacts push just enough that none of them ends inside.
    void hold(std::span<const Index> points);

    /// Metres between the surfaces at the step's end, less the rest gap.
    Real gapAtEnd(Index candidate) const;

    /// The load of one of the contacts that hold, by its position in `points`: impulse times time step, kg m.
    Real load(std::size_t held) const { return solver_.load(held); }

protected:
    /// These contacts push just enough that none of their `gaps` (metres, without loads) ends below zero.
    void solve(std::span<const Index> points, const std::vector<Real>& gaps);

    std::vector<ForecastRow> rows_;
    PairSolver solver_;  ///< of the contacts that hold
};

}  // namespace ricochet
