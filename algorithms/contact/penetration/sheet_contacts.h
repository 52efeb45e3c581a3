#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/penetration/sheet_sides.h"

#include <vector>

namespace ricochet {

/// Adds what addDeepContacts does for solids where one body is open: a contact for each curve in which the
/// surfaces cross deeper than the features near it can tell. `intersection`: of the open body's fronts alone.
/// Answers how deep the surfaces cross, in metres: no less than they do, and infinite where nothing tells.
Real addSheetContacts(const PlacedFeatures& a, const PlacedFeatures& b, Intersection intersection,
                      const SpeculativeMargin& margin, const SheetSides& sides,
                      std::vector<Candidate>& candidates);

}  // namespace ricochet
