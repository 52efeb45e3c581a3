#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/types.h"

namespace ricochet {

/// What touches what: a vertex of A a face of B, a face of A a vertex of B, or two edges.
enum class TouchingFeatures { vertexFace, faceVertex, edgeEdge };

/// Where and when two features come to touch.
struct SweptContact {
    Real time = 0;            ///< 0 … 1
    FacePair faces = {};      ///< that stand for the features
    Vec3 onA = Vec3::Zero();  ///< world, at that time: the closest points of the two features
    Vec3 onB = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< unit, from B to A; zero where faces cross from the start
    TouchingFeatures features = TouchingFeatures::edgeEdge;
    Index featureA = 0,
          featureB = 0;  ///< a face; or of a vertex or an edge, three times its face and its place there
};

/// Among contacts at one time the features decide, not the order in which they were found.
bool isBefore(const SweptContact& a, const SweptContact& b);

}  // namespace ricochet
