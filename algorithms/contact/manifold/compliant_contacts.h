#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <vector>

namespace ricochet {

/// Springs let bodies rest so deep that a feature is behind several faces of the other body: the one through
/// which it came tells the separation direction. Of the candidates of compliant bodies that are deeper than
/// the entry depth, or need a history, keeps those that go on in a direction in which the last step's
/// contacts were as deep, but for the bodies' motion. `last`: contacts and depth of the last step.
void dropWithoutHistory(const ContactInput& input, const SpeculativeMargin& margin, const ContactMemory& last,
                        std::vector<Candidate>& candidates);

}  // namespace ricochet
