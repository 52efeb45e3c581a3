#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/edge_filter.h"
#include "algorithms/contact/reach.h"

#include <array>

namespace ricochet {

/// What a pair of faces may have with one another.
struct PairVerdict {
    bool mayIntersect;
    FaceSketch::Corners verticesOfA;  ///< corners of A's face that may touch B's
    FaceSketch::Corners verticesOfB;  ///< and the other way round
    BorderPairs edges;                ///< of the two faces that may touch
    FaceSketch::Corners tipsOfA;  ///< vertices of A's face that may be nearest to an edge or vertex of B's
    FaceSketch::Corners tipsOfB;  ///< and the other way round

    bool needsFaces() const { return mayIntersect || verticesOfA != 0 || verticesOfB != 0; }
    bool hasTips() const { return tipsOfA != 0 || tipsOfB != 0; }
};

/// Tells in float, and with room for its rounding, which of a pair's faces' features need not be looked at
/// in double: most of them.
class PairFilter {
public:
    PairFilter(const ContactInput& input, const Reach& reach);

    PairVerdict judge(const FacePair& pair);

private:
    using Four = FaceSketch::Four;

    /// A face of A in B's frame. The narrow phase comes back to the same few of them again and again.
    const FaceSketch& movedA(Index face);
    bool conesOppose(const FacePair& pair, const FaceSketch& a, const FaceSketch& b) const;

    static constexpr std::size_t kMovedFaces = 64;  // more do not fit into the nearest cache

    const ContactSurface& a_;
    const ContactSurface& b_;
    Eigen::Matrix3f rotation_;  ///< of A into B's frame
    Eigen::Vector3f translation_;
    std::size_t level_;
    float error_;      ///< metres: of a distance from a plane
    float above_;      ///< metres: how far over a face a vertex may touch it
    float below_;      ///< and how far inside
    float extension_;  ///< metres: how far past a concave border
    bool feelsTips_;   ///< bodies rest a gap apart
    float within_;     ///< metres: faces that are farther apart have nothing to do with one another
    EdgeReach edgeReach_;
    std::array<Index, kMovedFaces> movedFaces_;  ///< by the number's last bits: the face that was moved last
    std::array<FaceSketch, kMovedFaces> moved_;
};

}  // namespace ricochet
