#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <vector>

namespace ricochet {

/// A thin body meets both sides of a two-sided mesh at once. Drops the contacts of the side from which it has
/// come the farther: they would hold it there. Does nothing unless exactly one of the bodies has two sides.
void dropBackSides(const Mesh& a, const Mesh& b, std::vector<Candidate>& candidates);

}  // namespace ricochet
