#pragma once

#include "algorithms/contact/features/feature_contacts.h"

namespace ricochet {

/// Handles the cases that single features do not cover: bodies that cross deeper, and one body wholly inside
/// the other. Adds contacts that separate them to `found`, removes the shallow ones that contradict these,
/// and records the last separated state in `memory`.
void addDeepContacts(const NarrowPhase& narrowPhase, const PairInput& input, const SpeculativeMargin& margin,
                     PlacedFeatures& a, PlacedFeatures& b, FeatureContacts& found,
                     PersistentContacts& memory);

/// What `addDeepContacts` notes of two solids that are known to be apart still, without asking whether one is
/// inside the other.
void noteStillApart(const PairInput& input, PersistentContacts& memory);

}  // namespace ricochet
