// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.3.
#pragma once

#include "algorithms/octree_motion/linear_octree.h"

namespace ricochet::octree_motion {

/// Cubes to be moved: they do not overlap, cover exactly the black voxels of a grid, and need not be nodes of
/// its octree.
struct CubeSet {
    Grid grid;                ///< in the body's frame
    std::vector<Cell> cubes;  ///< any edge, anywhere in the root
};

/// An octree's black nodes, unchanged.
CubeSet blackCubes(const LinearOctree& octree, const Grid& grid);

struct CompactionSettings {
    /// The paper's greedy scan is repeated from this many evenly spaced positions of its list of cubes, and
    /// the smallest set is used; 0: only from the first.
    Index restarts = 200;
    Index exchanges = 5000;  ///< beyond the paper: `withExchanges` of the smallest set
    unsigned seed = 1;       ///< of the exchanges
};

/// Compaction lists all black cubes of any edge, 16 bytes each: up to some ten million at this level, and
/// sixteen times as many at each further level. Octrees of more levels are not compacted.
inline constexpr int kMostCompactedLevels = 6;

/// Few cubes that cover an octree's black nodes. At most as many as those; exactly those above
/// kMostCompactedLevels.
CubeSet compacted(const LinearOctree& octree, const Grid& grid, const CompactionSettings& settings = {});

}  // namespace ricochet::octree_motion
