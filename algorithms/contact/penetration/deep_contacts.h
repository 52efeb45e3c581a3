#pragma once

#include "algorithms/contact/features/feature_contacts.h"

namespace ricochet {

/// What single features cannot tell: where the bodies cross deeper, or one is wholly inside the other. Adds
/// contacts that separate them to `found`, takes away the shallow ones that contradict these, and keeps in
/// `memory` when nothing was deep.
void addDeepContacts(const NarrowPhase& narrowPhase, const ContactInput& input,
                     const SpeculativeMargin& margin, PlacedFeatures& a, PlacedFeatures& b,
                     FeatureContacts& found, ContactMemory& memory);

}  // namespace ricochet
