#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// The closest points of two edges, in A's frame, and their positions on the edges, in metres from the tails.
struct LinePair {
    Vec3 onA, onB;
    Real along[2];
    Vec3 across;  ///< cross product of the directions: its length is the sine of their angle
};

/// Exactly parallel edges: the middle of their common part.
LinePair closestOnEdges(const PlacedPair& pair, Index edgeA, Index edgeB);

}  // namespace ricochet
