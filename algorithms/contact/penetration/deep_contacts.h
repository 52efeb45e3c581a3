#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/intersection/intersection_loops.h"

#include <vector>

namespace ricochet {

/// Adds one contact for each loop in which the surfaces cross deeper than the features near it can tell, and
/// takes away the shallow contacts there that point the other way. For solids only: an open mesh has no
/// inside. Where a rod goes through a plate, its two loops cancel: it leaves by the one by which it came in.
/// `passage.wayOut` is set then, else cleared.
void addDeepContacts(const PlacedFeatures& a, const PlacedFeatures& b, Intersection intersection,
                     const SpeculativeMargin& margin, Passage& passage, std::vector<Candidate>& candidates);

}  // namespace ricochet
