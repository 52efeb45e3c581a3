#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/octree_motion/octree_motion.h"

#include <memory>

namespace ricochet::lab::paper000 {

/// Our version of the object of chapter 2's experiments (figure 2.5): a space shuttle's octree of level 5,
/// its black nodes and the same compacted, and a world of equal voxels in which it may turn.
struct Shuttle {
    std::shared_ptr<const Mesh> mesh;
    octree_motion::Grid grid, world;
    octree_motion::LinearOctree octree;
    octree_motion::CubeSet black;
    octree_motion::CubeSet scanned;    ///< the paper's scan, once
    octree_motion::CubeSet compacted;  ///< the smallest of several scans: our compaction
};

/// The solid of the shuttle, or its faces alone.
enum class Contents { solid, faces };
Result<Shuttle> makeShuttle(octree_motion::VoxelRule rule, Contents contents);

/// Its pose at a cycle, 0 to kCycles - 1.
inline constexpr int kCycles = 40;
Pose poseAt(int cycle);

}  // namespace ricochet::lab::paper000
