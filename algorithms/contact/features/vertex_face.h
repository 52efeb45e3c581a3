#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

#include <vector>

namespace ricochet {

/// A vertex of one body over a face of the other: a contact if the vertex is the locally lowest point above
/// the face's plane and projects into the face, or past a concave edge of it.
void addVertexFaceContact(const PlacedFeatures& vertexBody, const PlacedVertex& vertex,
                          const PlacedFeatures& faceBody, const PlacedFace& face, bool isVertexOfA,
                          const SpeculativeMargin& margin, std::vector<Candidate>& out);

}  // namespace ricochet
