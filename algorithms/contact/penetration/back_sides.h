#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <vector>

namespace ricochet {

/// A thin body has contacts with both sides of a two-sided mesh at once. Drops those of the side in which it
/// is deeper, which would hold the body there. Does nothing unless exactly one of the meshes is two-sided.
void dropBackSides(const Mesh& a, const Mesh& b, std::vector<Candidate>& candidates);

}  // namespace ricochet
