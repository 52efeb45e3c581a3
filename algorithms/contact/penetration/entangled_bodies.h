#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/speculative_margin.h"

#include <optional>

namespace ricochet {

/// If two solids start inside one another and no short motion frees them: a contact that moves them apart as
/// wholes, slowly. It is their only contact until they are free. Whether they are entangled is decided in the
/// first step of a pair.
std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, PairMemory& memory,
                                          std::optional<bool>& areEntangled);

/// The same contact for bodies of which only a sample of the faces that cross is known, if features have none
/// that touches.
void addTangledContact(const PairInput& input, const SpeculativeMargin& margin, FeatureContacts& found);

}  // namespace ricochet
