// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.7: where a
// target node meets cubes of one body only, nothing below it is looked at. Also section 1.3.3.
#pragma once

#include "algorithms/octree_motion/octree_motion.h"

#include <functional>

namespace ricochet::octree_motion {

/// A body's cubes and where it is: source frame -> target frame.
struct MovingBody {
    const CubeSet* cubes;
    Pose pose;
};

struct SharedSettings {
    VoxelRule rule = VoxelRule::touch;
    Outside outside = Outside::isAnError;
    /// False: nodes with cubes of one body are followed down to their voxels too, as if the bodies' octrees
    /// were moved first and compared then. The voxels that are visited are the same.
    bool stopsEarly = true;
    /// Metres, target frame: nodes that meet none of these boxes are passed over. Empty: none is.
    std::span<const Aabb> regions = {};
};

/// Of a voxel: the source cubes of one body that make it black, ascending.
struct BodyCubes {
    Index body;
    std::span<const Index> cubes;  ///< indices of `CubeSet::cubes`
};

/// Reused from one call to the next. One call at a time.
struct SharedMemory {
    std::vector<PlacedCubes> placed;
    std::vector<OctantTests> tests;
    std::vector<Index> lists;  ///< a stack, as the next two are
    std::vector<std::uint8_t> octants;
    std::vector<std::array<std::size_t, 3>> segments;  ///< body, begin and count of a list
    MotionCounters counters;
};

/// In preorder; `bodies` ascending. What it is given lives until it returns.
using VisitShared = std::function<void(const Cell& voxel, std::span<const BodyCubes> bodies)>;

/// Visits the voxels of the target that are black for two or more of the moved bodies. Fails as `moveOctree`
/// does; then nothing was visited.
Result<void> forEachSharedVoxel(std::span<const MovingBody> bodies, const Grid& target,
                                const SharedSettings& settings, SharedMemory& memory,
                                const VisitShared& visit);

}  // namespace ricochet::octree_motion
