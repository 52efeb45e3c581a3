#pragma once

#include "algorithms/octree_motion/grid.h"

#include <vector>

namespace ricochet::octree_motion {

/// Beyond the paper: repeatedly removes the cubes around a random position, refills the gap with large cubes
/// first, and accepts the new filling if it has no more cubes than the old one ("ruin and
/// recreate"; Schrimpf et al. Record Breaking Optimization Results. 2000). The cubes must not overlap; the
/// volume that they cover does not change. The same seed gives the same cubes.
std::vector<Cell> withExchanges(std::vector<Cell> cubes, Index exchanges, unsigned seed);

}  // namespace ricochet::octree_motion
