#pragma once

#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/single_velocity/contact_arc.h"

#include <span>
#include <vector>

namespace ricochet {

/// Prepares a pair's contacts for a solver that moves each body by one constant velocity in the step: so that
/// this velocity leads to the right end of the step. Contacts for other solvers, and those of queries, stay
/// raw.
class SingleVelocity {
public:
    static bool isNeeded(const StepInput& step) { return !step.isRaw && step.timeStep > 0; }

    SingleVelocity(const PairInput& input, std::span<const Candidate> candidates, Real linearSlop);

    /// The contacts are where they would act.
    StepForecast forecast(std::span<const Candidate> candidates) const;

    /// `points`: the raw contacts, of these candidates.
    void prepare(std::span<const Candidate> chosen, std::span<ContactPoint> points,
                 std::vector<ActingPoint>& acting) const;

private:
    Real radius_;  ///< metres: of the smaller body
    PairMotion motion_;
};

}  // namespace ricochet
