#pragma once

#include "algorithms/contact/candidate.h"

#include <span>
#include <vector>

namespace ricochet {

/// A thin body, and another open surface, has contacts with both sides of a two-sided mesh at once. Drops
/// those of the side that held nothing in the last step, or else of the side in which the body is deeper:
/// they would hold it there. `last`: the contacts of the last step.
void dropBackSides(const Mesh& a, const Mesh& b, std::span<const ContactPoint> last,
                   std::vector<Candidate>& candidates);

}  // namespace ricochet
