#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/point_spread.h"
#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/geometry/scratch.h"

#include <functional>
#include <span>
#include <vector>

namespace ricochet {

/// Groups candidates by their normals alone (contacts of a rigid pair with the same normal bound the same
/// half-space), deepest first, and chooses up to four of each group. Candidates that continue one of the
/// `last` contacts are preferred if the choice is close. If a `forecast` (of all candidates) can be made, a
/// candidate that would end the step inside replaces an unloaded one.
ScratchVector<ChosenPatch> choosePatches(std::span<const Candidate> candidates,
                                         const std::vector<ContactPoint>& last,
                                         const SpeculativeMargin& margin, Index maxPatches,
                                         const std::function<StepForecast()>& forecast = {});

}  // namespace ricochet
