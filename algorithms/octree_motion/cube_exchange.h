#pragma once

#include "algorithms/octree_motion/grid.h"

#include <vector>

namespace ricochet::octree_motion {

/// Beyond the paper: takes away the cubes about a place at random, fills the gap anew with large cubes first,
/// and keeps the new filling where it has no more cubes than the old one; again and again ("ruin and
/// recreate"; Schrimpf et al. Record Breaking Optimization Results. 2000). The cubes must not overlap; what
/// they cover stays the same. The same seed gives the same cubes.
std::vector<Cell> withExchanges(std::vector<Cell> cubes, Index exchanges, unsigned seed);

}  // namespace ricochet::octree_motion
