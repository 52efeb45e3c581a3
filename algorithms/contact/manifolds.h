#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

#include <span>

namespace ricochet {

/// Chooses points among the candidates, patch by patch, and matches each to the contact of the last step that
/// it continues. Replaces the points and patches of the last step in `memory`.
void writeManifolds(std::span<const Candidate> candidates, const PairInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, PersistentContacts& memory);

}  // namespace ricochet
