#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <optional>

namespace ricochet {

/// Where one of two solids is wholly inside the other, or a solid wholly below a terrain, a contact that
/// pushes it out, and slowly. For surfaces that do not cross.
std::optional<Candidate> innerBodyContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                          const SpeculativeMargin& margin);

}  // namespace ricochet
