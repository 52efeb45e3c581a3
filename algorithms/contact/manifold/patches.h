#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/manifold/step_forecast.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// The candidates chosen to represent one normal.
struct ChosenPatch {
    Vec3 normal;
    std::vector<Index> chosen;  ///< 1 to 4 candidates, the deepest first
};

/// Groups candidates by their normals alone (contacts of a rigid pair with the same normal bound the same
/// half-space), deepest first, and chooses up to four of each group. `isOld`: candidates that were contacts
/// in the last step; they are preferred if the choice is close. If `motion` is given, a candidate that would
/// end the step inside replaces an unloaded one.
std::vector<ChosenPatch> choosePatches(std::span<const Candidate> candidates, const std::vector<bool>& isOld,
                                       const SpeculativeMargin& margin, Index maxPatches,
                                       const std::optional<PairMotion>& motion = {});

}  // namespace ricochet
