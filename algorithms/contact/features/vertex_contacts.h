#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

namespace ricochet {

/// Contacts of convex vertices with convex edges or vertices of the other body: if the two are separate, and
/// each other's closest features.
class VertexContacts {
public:
    VertexContacts(const PlacedFeatures& a, const PlacedFeatures& b, const SpeculativeMargin& margin,
                   std::vector<Candidate>& out);

    void addVertexEdge(const PlacedVertex& vertex, Index vertexFace, const PlacedEdge& edge, Index edgeFace,
                       VertexOf whose);
    void addVertexVertex(const PlacedVertex& vertexA, Index faceA, const PlacedVertex& vertexB, Index faceB);

private:
    /// `first`: the body whose point is `onA` in the contact.
    template <class IsInRegions>
    void addIf(Candidate contact, VertexOf first, IsInRegions&& isInRegions);

    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    const SpeculativeMargin& margin_;
    std::vector<Candidate>& out_;
};

}  // namespace ricochet
