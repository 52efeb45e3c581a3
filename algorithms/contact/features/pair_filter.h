#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/speculative_margin.h"

#include <span>
#include <vector>

namespace ricochet {

/// Bit 3 k + l: border k of A's face and border l of B's.
using BorderPairs = std::uint16_t;

/// What a pair of faces may have with one another.
struct PairVerdict {
    FacePair faces{};
    bool mayIntersect = false;
    FaceSketch::Corners verticesOfA = 0;  ///< corners of A's face that may touch B's
    FaceSketch::Corners verticesOfB = 0;  ///< and the other way round
    FaceSketch::Corners tipsOfA =
        0;  ///< vertices of A's face that may be nearest to an edge or vertex of B's
    FaceSketch::Corners tipsOfB = 0;  ///< and the other way round
    BorderPairs edges = 0;            ///< of the two faces that may touch

    bool needsFaces() const { return mayIntersect || verticesOfA != 0 || verticesOfB != 0; }
    bool hasTips() const { return tipsOfA != 0 || tipsOfB != 0; }
    bool hasAny() const { return needsFaces() || hasTips() || edges != 0; }
};

namespace pair_filter {

/// Two bodies and how far to look, as the filter's kernels load them. Metres but for the sines.
struct FilterQuery {
    const FaceSketch* a;
    const FaceSketch* b;
    const MeshTopology* topologyOfA;
    const MeshTopology* topologyOfB;
    float rotation[3][3];  ///< of A into B's frame
    float translation[3];
    std::size_t coneLevel;
    float coneTolerance;  ///< sine: how far a normal may lie outside an edge's cone
    float error;          ///< of a distance from a plane
    float above;          ///< how far over a face a vertex may touch it, or an edge an edge
    float below;          ///< and how far inside
    float linearSlop;     ///< how far aside the ends of parallel edges may lie
    float extension;      ///< how far past a concave border, or past the end of an edge
    float queryDistance;  ///< faces that are farther apart have nothing to do with one another
    bool feelsTips;       ///< bodies rest a gap apart
};

}  // namespace pair_filter

/// Tells in float, and with room for its rounding, which of face pairs' features need not be looked at in
/// double: most of them. Eight pairs at a time; every instruction set answers alike.
class PairFilter {
public:
    PairFilter(const ContactInput& input, const SpeculativeMargin& margin);

    /// In the order of the pairs those that may have something to do with one another.
    std::vector<PairVerdict> judge(std::span<const FacePair> pairs) const;

private:
    pair_filter::FilterQuery query_;
};

}  // namespace ricochet
