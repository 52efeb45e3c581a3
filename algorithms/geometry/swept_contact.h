#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/types.h"

namespace ricochet {

struct SweptSettings {
    Real gap = 0;               ///< metres: meshes count as touching at this distance
    Real resolution = 0x1p-20;  ///< of the motion: the result may be early by this
    Real end = 1;               ///< later contacts are ignored
    bool startsNear = false;    ///< faces are known to be near at the start, which saves a test; does not
                                ///< affect the result
};

/// The touching features: a vertex of A and a face of B, a face of A and a vertex of B, or two edges.
enum class TouchingFeatures { vertexFace, faceVertex, edgeEdge };

/// Where and when two features begin to touch.
struct SweptContact {
    Real time = 0;            ///< 0 … 1
    FacePair faces = {};      ///< that own the features
    Vec3 onA = Vec3::Zero();  ///< world, at that time: the closest points of the two features
    Vec3 onB = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< unit, from B to A; zero if faces intersect at the start
    TouchingFeatures features = TouchingFeatures::edgeEdge;
    Index featureA = 0,
          featureB = 0;  ///< a face; for a vertex or an edge three times its face, plus its index there
};

/// By time, then by features, so that the order in which contacts were found does not matter.
bool isBefore(const SweptContact& a, const SweptContact& b);

}  // namespace ricochet
