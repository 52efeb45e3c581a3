#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

#include <vector>

namespace ricochet {

/// The contacts of single features of two bodies.
struct FeatureContacts {
    std::vector<Candidate> candidates;
    FacePairs intersecting;  ///< ascending
};

/// `pairs`: returned by the narrow phase. Replaces what `found` holds.
void findFeatureContacts(const PairInput& input, const SpeculativeMargin& margin, PlacedFeatures& a,
                         PlacedFeatures& b, const FacePairs& pairs, FeatureContacts& found);

}  // namespace ricochet
