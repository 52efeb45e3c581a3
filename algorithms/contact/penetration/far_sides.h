#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <vector>

namespace ricochet {

/// Faces of a sheet, a two-sided mesh, are met on both sides at once by what is thin. Drops the contacts of
/// the side from which the thin body has come the farther: they would hold it there. Does nothing unless
/// exactly one of the bodies is a sheet. `pairs`: what the narrow phase handed out.
void dropFarSides(PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs,
                  const SpeculativeMargin& margin, std::vector<Candidate>& candidates);

}  // namespace ricochet
