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

/// Groups candidates by their normals alone (those of a rigid pair that share a normal bound the same
/// half-space), deepest first, and keeps up to four of each group. `isOld` tells the candidates that were
/// contacts in the last step: they are preferred where the choice is close. Where `motion` is given, none
/// of those that are left out ends the step inside: it takes the place of one that carries nothing.
std::vector<ChosenPatch> choosePatches(std::span<const Candidate> candidates, const std::vector<bool>& isOld,
                                       const SpeculativeMargin& margin, Index maxPatches,
                                       const std::optional<PairMotion>& motion = {});

}  // namespace ricochet
