#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// The distance of two features, in metres, with the digits that doubles lose where it is small beside the
/// features (x87 or wider: 64 bits and more).
Real fineDistance(const PlacedPair& pair, const PolytopeFeatures& features);

/// The unit normal from A's feature to B's where they are nearest, with the same digits; zero where they
/// leave it open. Not of thin faces.
Vec3 fineNormal(const PlacedPair& pair, const PolytopeFeatures& features);

}  // namespace ricochet
