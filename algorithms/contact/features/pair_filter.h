#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/speculative_margin.h"

#include <span>
#include <vector>

namespace ricochet {

/// Bit 3 k + l: edge k of A's face and edge l of B's.
using EdgePairs = std::uint16_t;

/// What a pair of faces may have with one another.
struct PairMask {
    FacePair faces{};
    bool mayIntersect = false;
    PackedFace::Corners verticesOfA = 0;  ///< corners of A's face that may touch B's
    PackedFace::Corners verticesOfB = 0;  ///< and vice versa
    PackedFace::Corners vertexContactsOfA =
        0;  ///< vertices of A's face that may be nearest to an edge or vertex of B's
    PackedFace::Corners vertexContactsOfB = 0;  ///< and vice versa
    EdgePairs edges = 0;                        ///< of the two faces that may touch

    bool needsFaces() const { return mayIntersect || verticesOfA != 0 || verticesOfB != 0; }
    bool hasVertexContacts() const { return vertexContactsOfA != 0 || vertexContactsOfB != 0; }
    bool hasAny() const { return needsFaces() || hasVertexContacts() || edges != 0; }
};

namespace pair_filter {

/// Two bodies and how far to look, as the filter's kernels load them. Metres but for the sines.
struct FilterQuery {
    const PackedFace* a;
    const PackedFace* b;
    const MeshTopology* topologyOfA;
    const MeshTopology* topologyOfB;
    float rotation[3][3];  ///< of A into B's frame
    float translation[3];
    std::size_t coneLevel;
    float coneTolerance;       ///< sine: how far a normal may lie outside an edge's cone
    float error;               ///< of a distance from a plane
    float above;               ///< how far over a face a vertex may touch it, or an edge an edge
    float below;               ///< and how far inside
    float linearSlop;          ///< how far aside the ends of parallel edges may lie
    float extension;           ///< how far past a concave edge, or past the end of an edge
    float queryDistance;       ///< faces that are farther apart have nothing to do with one another
    bool findsVertexContacts;  ///< bodies rest a gap apart
};

}  // namespace pair_filter

/// Tells in float, and with room for its rounding, which of face pairs' features need not be looked at in
/// double: most of them. Eight pairs at a time; every instruction set answers alike.
class PairFilter {
public:
    PairFilter(const ContactInput& input, const SpeculativeMargin& margin);

    /// In the order of the pairs those that may have something to do with one another.
    std::vector<PairMask> classify(std::span<const FacePair> pairs) const;

private:
    pair_filter::FilterQuery query_;
};

}  // namespace ricochet
