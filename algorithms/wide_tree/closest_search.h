#pragma once

#include "algorithms/wide_tree/traversal.h"

namespace ricochet::wide_tree {

/// A pair of faces that is probably near: descends both trees, always to the two children that seem nearest.
/// Its distance is a good initial bound for a search for the closest pair.
FacePair likelyClosest(const Query& query);

/// Computes the distance of a pair of faces if it may be nearer than the best one, and replaces that if it
/// is.
void keepNearer(const Query& query, FacePair pair, std::optional<ClosestFaces>& best);

}  // namespace ricochet::wide_tree
