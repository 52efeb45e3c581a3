#pragma once

#include "algorithms/contact/speculative_margin.h"

#include <span>

namespace ricochet {

/// Bit 3 k + l: edge k of A's face and edge l of B's.
using EdgePairs = std::uint16_t;

/// Which contacts or intersections a pair of faces may have.
struct PairMask {
    FacePair faces{};
    bool mayIntersect = false;
    PackedFace::Corners verticesOfA = 0;  ///< corners of A's face that may touch B's
    PackedFace::Corners verticesOfB = 0;  ///< and vice versa
    /// Vertices of A's face that may be nearest to an edge or vertex of B's.
    PackedFace::Corners vertexContactsOfA = 0;
    PackedFace::Corners vertexContactsOfB = 0;  ///< and vice versa
    EdgePairs edges = 0;                        ///< that may touch

    bool needsFaces() const { return mayIntersect || verticesOfA != 0 || verticesOfB != 0; }
    bool hasVertexContacts() const { return vertexContactsOfA != 0 || vertexContactsOfB != 0; }
    bool hasAny() const { return needsFaces() || hasVertexContacts() || edges != 0; }
};

namespace pair_filter {

/// Two bodies and the search distances, as the filter's kernels load them. Metres, except for the sines.
struct FilterQuery {
    std::span<const PackedFace> a;
    std::span<const PackedFace> b;
    bool hasBacks;  ///< one of the two meshes is two-sided
    const MeshTopology* topologyOfA;
    const MeshTopology* topologyOfB;
    float rotation[3][3];  ///< from A's frame to B's
    float translation[3];
    std::size_t coneLevel;
    float sineOfNormal;        ///< of a cone that contains only a face's own normal
    float sineBeyondArc;       ///< widening, at that level, of the cone of a back that owns edges
    float coneTolerance;       ///< sine: how far a normal may lie outside an edge's cone
    float error;               ///< of a distance from a plane
    float crossing;            ///< greatest distance of faces that count as intersecting
    float above;               ///< greatest height of a vertex above a face, or of an edge above an edge
    float below;               ///< greatest depth inside
    float linearSlop;          ///< greatest lateral offset of the ends of parallel edges
    float extension;           ///< greatest distance past a concave edge, or past the end of an edge
    float queryDistance;       ///< faces that are farther apart have no contact
    bool findsVertexContacts;  ///< bodies rest a gap apart
    bool testsEdges;           ///< in the third stage
};

}  // namespace pair_filter

/// Which face pairs may have contacts in this step, or intersect.
FeatureRange featureRange(const SpeculativeMargin& margin);

/// The pairs that may have a contact or intersect, in their order. Rejects in float, conservatively with
/// respect to rounding, most features of face pairs that cannot touch. Eight pairs at a time; the result is
/// the same on every instruction set.
/// They are valid until the thread's next call.
std::span<const PairMask> filterPairs(const PairInput& input, const SpeculativeMargin& margin,
                                      std::span<const FacePair> pairs);

/// By faces alone, not by pairs of edges: a rotation changes where near-parallel edges cross without limit.
std::span<const PairMask> filterPairs(const PairInput& input, const FeatureRange& range,
                                      std::span<const FacePair> pairs);

}  // namespace ricochet
