#pragma once

#include "algorithms/geometry/closest_points.h"

namespace ricochet {

enum class FeatureKind { vertexFace, edgeEdge };

/// A vertex and a face, or two edges, whose corners move independently and uniformly on straight lines in the
/// time from 0 to 1. Corners: vertex, face 0, 1, 2; or edge A's two, then edge B's two.
struct LinearPair {
    FeatureKind kind;
    std::array<Vec3, 4> at0, at1;

    /// Corners before this one are A's.
    int firstOfB() const { return kind == FeatureKind::vertexFace ? 1 : 2; }
};

/// The corners of both features at one time, in the order of a `LinearPair`.
using Corners = std::array<Vec3, 4>;

inline Corners cornersAt(const LinearPair& pair, Real time) {
    Corners corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = (1 - time) * pair.at0[i] + time * pair.at1[i];
    return corners;
}

/// From B to A between the closest points.
inline Vec3 shortestDifference(FeatureKind kind, const Corners& c) {
    if (kind == FeatureKind::vertexFace) return c[0] - closestPoint({c[1], c[2], c[3]}, c[0]);
    const ClosestPoints closest = closestPoints(c[0], c[1], c[2], c[3]);
    return closest.onA - closest.onB;
}

}  // namespace ricochet
