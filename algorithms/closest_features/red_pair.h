#pragma once

#include "algorithms/closest_features/hull_model.h"

namespace ricochet::hull_then_faces {

/// The exact triangle test, counted.
bool meet(const MeshInstance& a, const MeshInstance& b, const FacePair& pair, Counters& counters);

/// Overlapping red features (paper 001, 4.1.4): two faces of the models at the features at which the last
/// walk over the hulls ended, if they intersect by the exact triangle test. None proves nothing. Both models
/// must have hulls.
std::optional<FacePair> findRedPair(const MeshInstance& a, const MeshInstance& b, HullMemory& memory,
                                    Counters& counters);

}  // namespace ricochet::hull_then_faces
