#pragma once

#include "algorithms/wide_tree/traversal.h"

namespace ricochet::wide_tree {

/// A pair of faces that is probably near: down both trees, always to the two children that seem nearest.
/// With its distance as a bound, a search for the closest pair begins well.
FacePair likelyClosest(const Query& query);

/// Measures a pair of faces where it may be nearer than the best one, and keeps it if it is.
void keepNearer(const Query& query, FacePair pair, std::optional<ClosestFaces>& best);

}  // namespace ricochet::wide_tree
