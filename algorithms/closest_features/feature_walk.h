// Lin, Canny. A Fast Algorithm for Incremental Distance Calculation. 1991.
// Mirtich. V-Clip: Fast and Robust Polyhedral Collision Detection. 1998.
// Ours clips an edge against faces as V-Clip does, uses closest points elsewhere as Lin and Canny do, leaves
// the inside of a polytope by the pyramids over its faces, and detects when it returns to a pair.
#pragma once

#include "algorithms/closest_features/placed_pair.h"

#include <cstdint>

namespace ricochet {

enum class WalkEnd : std::uint8_t {
    closest,   ///< each feature's closest point is in the other's Voronoi cell
    inside,    ///< a point of one lies in the other
    cycle,     ///< returned to a pair of features: the nearest pair of the cycle
    exhausted  ///< the limit of steps
};

struct Walk {
    PolytopeFeatures features;
    WalkEnd end;
    int steps;
};

/// Walks from a pair of features to the closest ones. `from` may be of any two kinds.
Walk walkFeatures(const PlacedPair& pair, PolytopeFeatures from);

/// The closest points of two features, in A's frame.
struct Witnesses {
    Vec3 onA, onB;
    Vec3 normal;  ///< unit, from A to B, from the features; zero if they do not determine it
};

/// Whether closest points are defined for two features: a vertex and any feature, or two edges.
inline bool haveWitnesses(const PolytopeFeatures& f) {
    return f[0].kind == PolytopePart::vertex || f[1].kind == PolytopePart::vertex ||
           (f[0].kind == PolytopePart::edge && f[1].kind == PolytopePart::edge);
}

/// The features must have witnesses.
Witnesses findWitnesses(const PlacedPair& pair, const PolytopeFeatures& features);

/// A vertex of the feature.
Index vertexOf(const Polytope& polytope, Feature feature);

}  // namespace ricochet
