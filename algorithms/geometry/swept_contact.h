#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/types.h"

#include <cstdint>

namespace ricochet {

/// What searches may do yet, in tests of boxes or triangles. Several searches may share a budget. At its end
/// they end, too, and the result is coarse.
struct SweptBudget {
    /// Of a pair of meshes in a step of a world: some 20 to 100 ms. Twice what bodies of 100,000 faces need
    /// that meet at 200 m/s and turn 15 times a second, four times what shards of 320 faces do at that speed.
    static constexpr std::uint64_t kOfAPair = 1u << 19;
    /// Of a pair in a query outside of steps, whose caller can wait for an exact answer.
    static constexpr std::uint64_t kOfAQuery = 16 * kOfAPair;

    std::uint64_t left = kOfAPair;
};

struct SweptSettings {
    Real gap = 0;                   ///< metres: meshes count as touching at this distance
    Real resolution = 0x1p-20;      ///< of the motion: the result may be early by this
    Real end = 1;                   ///< later contacts are ignored
    bool startsNear = false;        ///< faces are known to be near at the start, which saves a test; does not
                                    ///< affect the result
    SweptBudget* budget = nullptr;  ///< what the search does is taken off; null: it has no limit
};

/// The touching features: a vertex of A and a face of B, a face of A and a vertex of B, or two edges.
enum class TouchingFeatures { vertexFace, faceVertex, edgeEdge };

/// Where and when two features begin to touch. Or, if it is coarse, a time before which nothing touches,
/// where a search ended at the end of its budget: all but the time is zero.
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
