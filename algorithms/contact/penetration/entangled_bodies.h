#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

#include <optional>

namespace ricochet {

/// If two solids start inside one another and no short motion frees them: a contact that moves them apart as
/// wholes, slowly. It is their only contact until they are free. Whether they are entangled is decided in the
/// first step of a pair.
std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, PairMemory& memory,
                                          std::optional<bool>& areEntangled);

}  // namespace ricochet
