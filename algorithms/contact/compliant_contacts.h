#pragma once

#include "algorithms/contact/feature_contacts.h"

#include <vector>

namespace ricochet {

/// Of the candidates of compliant bodies that are deeper than the entry depth, keeps those that go on in a
/// direction in which the last step's contacts were about as deep. Springs let bodies rest so deep that a
/// feature is behind several faces of the other body: the one through which it came tells the way out.
/// `last`: contacts and depth of the last step.
void dropDeepNewcomers(const ContactInput& input, const Reach& reach, const ContactMemory& last,
                       std::vector<Candidate>& candidates);

}  // namespace ricochet
