#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

namespace ricochet {

// Contacts of convex vertices with convex edges or vertices of the other body: if the two are separate, and
// each other's closest features.

void addVertexEdgeContact(const PlacedFeatures& vertexBody, const PlacedVertex& vertex,
                          const PlacedEdge& edge, bool isVertexOfA, const SpeculativeMargin& margin,
                          std::vector<Candidate>& out);

void addVertexVertexContact(const PlacedFeatures& a, const PlacedVertex& vertexA, const PlacedFeatures& b,
                            const PlacedVertex& vertexB, const SpeculativeMargin& margin,
                            std::vector<Candidate>& out);

}  // namespace ricochet
