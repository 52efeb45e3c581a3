#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

#include <vector>

namespace ricochet {

/// Two convex edges, of A and of B: a contact if the line through their closest points lies in both edges'
/// normal cones.
void addEdgeEdgeContact(const PlacedFeatures& bodyA, const PlacedEdge& a, const PlacedFeatures& bodyB,
                        const PlacedEdge& b, const SpeculativeMargin& margin, std::vector<Candidate>& out);

}  // namespace ricochet
