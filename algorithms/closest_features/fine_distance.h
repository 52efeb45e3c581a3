#pragma once

#include "algorithms/closest_features/placed_pair.h"

namespace ricochet {

/// The distance of two features, in metres, with the digits that doubles lose if it is small compared with
/// the features (106 bits: geometry/fine_number.h).
Real fineDistance(const PlacedPair& pair, const PolytopeFeatures& features);

/// The unit normal from A's feature to B's at the closest points, with the same precision; zero if they do
/// not determine it. Not for thin faces.
Vec3 fineNormal(const PlacedPair& pair, const PolytopeFeatures& features);

}  // namespace ricochet
