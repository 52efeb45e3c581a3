#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// How far, and in which direction, B has to move to separate from A.
struct HullPenetration {
    Vec3 normal;  ///< unit, A's frame, from A to B: B moved by `depth` along it only touches A
    Real depth;   ///< metres: how far the polytopes overlap along the normal; negative where they are apart
    Real least;   ///< metres: it is proven that no motion shorter than this separates them
    SupportPair support;  ///< the vertices that are farthest in each other, along the normal
    Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< points that touch once B has moved, A's frame
    bool isCertified = false;                     ///< `depth` and `least` agree to within rounding
};

/// What depths are certified to, as a part of the pair's extent.
inline constexpr Real kCertifiedDepth = 1e-13;

/// The axis of least overlap among all normals of faces and all cross products of edges: independent of
/// everything else, and slow: (edges of A) x (edges of B) supports.
HullPenetration exhaustiveAxes(const PlacedPair& pair);

}  // namespace ricochet
