#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/types.h"

#include <cstdint>
#include <limits>

namespace ricochet {

/// For `SweptSettings::workLimit`: what a pair of meshes in a step of a world may take, some 0.2 s.
inline constexpr std::uint64_t kWorkOfAStep = 1u << 20;

struct SweptSettings {
    Real gap = 0;               ///< metres: meshes count as touching at this distance
    Real resolution = 0x1p-20;  ///< of the motion: the result may be early by this
    Real end = 1;               ///< later contacts are ignored
    bool startsNear = false;    ///< faces are known to be near at the start, which saves a test; does not
                                ///< affect the result
    /// Face pairs: of those whose features are tested each counts as eight, and an interval in which pairs
    /// are sought as 64 or as many as it may hold. Then the search ends, and the result is coarse.
    std::uint64_t workLimit = std::numeric_limits<std::uint64_t>::max();
};

/// The touching features: a vertex of A and a face of B, a face of A and a vertex of B, or two edges.
enum class TouchingFeatures { vertexFace, faceVertex, edgeEdge };

/// Where and when two features begin to touch. Or, if it is coarse, a time before which nothing touches,
/// where a search ended at its limit of work: all but the time is zero.
struct SweptContact {
    Real time = 0;            ///< 0 … 1
    FacePair faces = {};      ///< that own the features
    Vec3 onA = Vec3::Zero();  ///< world, at that time: the closest points of the two features
    Vec3 onB = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< unit, from B to A; zero if faces intersect at the start
    TouchingFeatures features = TouchingFeatures::edgeEdge;
    Index featureA = 0,
          featureB = 0;  ///< a face; for a vertex or an edge three times its face, plus its index there
    bool isCoarse = false;
};

/// By time, then by features, so that the order in which contacts were found does not matter.
bool isBefore(const SweptContact& a, const SweptContact& b);

}  // namespace ricochet
