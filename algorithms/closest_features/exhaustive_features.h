#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// The closest features of two polytopes that are apart, by testing all: independent of the walk, and slow:
/// (edges of A) x (edges of B).
PolytopeFeatures exhaustiveFeatures(const PlacedPair& pair);

}  // namespace ricochet
