#pragma once

#include "algorithms/contact/features/feature_contacts.h"

namespace ricochet {

/// What single features cannot tell: where the bodies cross deeper, or one is wholly inside the other. Adds
/// contacts on the way out to `found`, and takes away the shallow ones that contradict it. `memory.points`
/// are the last step's.
void addWaysOut(const NarrowPhase& narrowPhase, const ContactInput& input, const SpeculativeMargin& margin,
                PlacedFeatures& a, PlacedFeatures& b, FeatureContacts& found, ContactMemory& memory);

}  // namespace ricochet
