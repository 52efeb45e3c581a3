// Lumelsky. On Fast Computation of Distance between Line Segments. 1985.
// Here with the cross product of the directions, which is accurate even if they are nearly parallel.

#include "algorithms/closest_features/line_pair.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ricochet {
namespace {

/// The middle, along A, of the common part of parallel edges; A's nearest end if they have none.
Real middleOfOverlap(Real lengthA, Real tailB, Real headB) {
    const Real low = std::max(Real{0}, std::min(tailB, headB));
    const Real high = std::min(lengthA, std::max(tailB, headB));
    return std::clamp((low + high) / 2, Real{0}, lengthA);
}

}  // namespace

LinePair closestOnEdges(const PlacedPair& pair, Index edgeA, Index edgeB) {
    const Polytope::Edge& a = pair.shape(0).edges[edgeA];
    const Polytope::Edge& b = pair.shape(1).edges[edgeB];
    const Vec3& tailA = pair.vertexOfA(a.tail);
    const Vec3 tailB = pair.vertexOfB(b.tail);
    const Vec3 u = a.direction, v = pair.rotation() * b.direction, w = tailB - tailA;

    LinePair out;
    out.across = u.cross(v);
    const Real sine2 = out.across.squaredNorm(), cosine = u.dot(v);
    Real s = sine2 > 0 ? w.cross(v).dot(out.across) / sine2
                       : middleOfOverlap(a.length, u.dot(w), u.dot(w) + cosine * b.length);
    s = std::clamp(s, Real{0}, a.length);
    Real t = s * cosine - v.dot(w);
    if (t < 0 || t > b.length) {
        t = std::clamp(t, Real{0}, b.length);
        s = std::clamp(u.dot(w) + t * cosine, Real{0}, a.length);
    }
    out.along[0] = s;
    out.along[1] = t;
    out.onA = tailA + s * u;
    out.onB = tailB + t * v;
    return out;
}

}  // namespace ricochet
