// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.7: if a
// target node touches cubes of one body only, its descendants are skipped. Also section 1.3.3.
#pragma once

#include "algorithms/octree_motion/octree_motion.h"

#include <functional>

namespace ricochet::octree_motion {

/// A body's cubes and its pose: source frame -> target frame.
struct MovingCubes {
    const CubeSet* cubes;
    Pose pose;
};

struct SharedSettings {
    VoxelRule rule = VoxelRule::touch;
    Outside outside = Outside::isAnError;
    CubeTest test = CubeTest::axesOfOctants;
    Real growth = 0;  ///< metres by which the cubes are grown on all sides
    /// False: nodes with cubes of one body are also divided down to their voxels, as if the bodies' octrees
    /// were moved first and then compared. The visited voxels are the same.
    bool stopsEarly = true;
    /// Metres, target frame: nodes that touch none of these boxes are skipped. Empty: no node is skipped.
    std::span<const Aabb> regions = {};
};

/// The source cubes of one body that make a voxel black, ascending.
struct BodyCubes {
    Index body;
    std::span<const Index> cubes;  ///< indices of `CubeSet::cubes`
};

/// Reused from one call to the next. One call at a time.
struct SharedMemory {
    std::vector<PlacedCubes> placed;
    std::vector<OctantTests> tests;  ///< unless cubes are tested one after the other
    std::vector<Index> lists;        ///< a stack, as the next two are
    std::vector<std::uint8_t> octants;
    std::vector<std::array<std::size_t, 3>> segments;  ///< body, begin and count of a list
    MotionCounters counters;
};

/// In preorder; `bodies` ascending. What it is given lives until it returns. False ends the visits.
using VisitShared = std::function<bool(const Cell& voxel, std::span<const BodyCubes> bodies)>;

/// Visits the voxels of the target that are black for two or more of the moved bodies. Fails like
/// `moveOctree`; then nothing was visited.
Result<void> forEachSharedVoxel(std::span<const MovingCubes> bodies, const Grid& target,
                                const SharedSettings& settings, SharedMemory& memory,
                                const VisitShared& visit);

}  // namespace ricochet::octree_motion
