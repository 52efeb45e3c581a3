#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <optional>

namespace ricochet {

/// Where one of two solids is wholly inside the other, a contact that pushes them apart the shortest way, and
/// slowly. For surfaces that do not intersect.
std::optional<Candidate> innerBodyContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                          const SpeculativeMargin& margin, Whereabouts& whereabouts);

/// Where a solid is wholly below a terrain, a contact that pushes it up, and slowly. For surfaces that do not
/// intersect.
std::optional<Candidate> buriedBodyContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                           const SpeculativeMargin& margin, Whereabouts& whereabouts);

}  // namespace ricochet
