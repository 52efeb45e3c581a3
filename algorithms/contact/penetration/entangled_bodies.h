#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <optional>

namespace ricochet {

/// Where two solids start in one place and no short motion frees them, a contact that moves them apart as
/// wholes, and slowly; what else they touch of one another does not count until they are free. Looked for in
/// the first step of a pair alone.
std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                          const SpeculativeMargin& margin, PairMemory& memory,
                                          Entanglement& state);

}  // namespace ricochet
