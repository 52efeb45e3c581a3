#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

#include <vector>

namespace ricochet {

/// The body that owns the vertex.
enum class VertexOf { a, b };

/// A vertex of one body over a face of the other: a contact if the vertex is the locally lowest point above
/// the face's plane and projects into the face, or past a concave edge of it.
void addVertexFaceContact(const PlacedFeatures& vertexBody, const PlacedVertex& vertex, Index vertexFace,
                          const PlacedFeatures& faceBody, const PlacedFace& face, VertexOf whose,
                          const SpeculativeMargin& margin, std::vector<Candidate>& out);

/// An edge of a face of a body.
struct EdgeOf {
    const PlacedFeatures& body;
    const PlacedEdge& edge;
    Index face;
};

/// Two convex edges, of A and of B: a contact if the line through their closest points lies in both edges'
/// normal cones.
void addEdgeEdgeContact(const EdgeOf& a, const EdgeOf& b, const SpeculativeMargin& margin,
                        std::vector<Candidate>& out);

/// The contacts of single features of two bodies.
struct FeatureContacts {
    std::vector<Candidate> candidates;
    FacePairs intersecting;  ///< ascending
};

/// `pairs`: returned by the narrow phase.
FeatureContacts findFeatureContacts(const PairInput& input, const SpeculativeMargin& margin,
                                    PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs);

}  // namespace ricochet
