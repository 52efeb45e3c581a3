#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

#include <vector>

namespace ricochet {

/// Bodies that sink in gradually are so deep that a feature may be behind several faces of the other body.
/// The face through which it entered gives the separation direction. Of candidates that are deeper than the
/// entry depth, or need a history, keeps those in whose direction contacts of the last step were as deep, up
/// to the bodies' motion. `last`: contacts and depth of the last step.
void dropWithoutHistory(const PairInput& input, const SpeculativeMargin& margin,
                        const PersistentContacts& last, std::vector<Candidate>& candidates);

}  // namespace ricochet
