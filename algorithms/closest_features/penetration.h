#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// How far, and in which direction, B must move to separate from A.
struct HullPenetration {
    Vec3 normal;          ///< unit, A's frame, from A to B: B moved by `depth` along it only touches A
    Real depth;           ///< metres: overlap of the polytopes along the normal; negative if they are apart
    Real minimum;         ///< metres: proved lower bound of any motion that separates them
    SupportPair support;  ///< the vertices deepest in each other along the normal
    Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< points that touch once B has moved, A's frame
    bool isCertified = false;                     ///< `depth` and `least` agree to within rounding
};

/// Accuracy to which depths are certified, as a fraction of the pair's extent.
inline constexpr Real kCertifiedDepth = 1e-13;

/// The axis of least overlap among all normals of faces and all cross products of edges: independent of
/// everything else, and slow: (edges of A) x (edges of B) supports.
HullPenetration exhaustiveAxes(const PlacedPair& pair);

}  // namespace ricochet
