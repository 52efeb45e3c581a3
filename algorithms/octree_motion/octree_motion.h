// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Chapter 2.
//
// How an octree is moved:
//     const Grid grid = gridAround(mesh.box(), /*level*/ 5);
//     const auto octree = octreeOfSolid(mesh, grid, VoxelRule::centre);       // once; or octreeOfFaces
//     const CubeSet cubes = compacted(*octree, grid);                         // once; or blackCubes
//     moveOctree(cubes, bodyToWorld, world, {}, memory, moved);               // at every step, from the same
//     cubes
#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/octree_motion/octant_tests.h"

namespace ricochet::octree_motion {

/// How a target node is compared with a source cube.
enum class CubeTest {
    axesOfOctants,  ///< separating axes, the eight octants of a node at once
    axes,           ///< separating axes, one cube after the other
    sixSteps        ///< the paper's test (section 2.4.2)
};

struct MotionSettings {
    VoxelRule rule = VoxelRule::touch;  ///< `centre` loses thin parts, and is the rule of [WA87]
    Outside outside = Outside::isAnError;
    CubeTest test = CubeTest::axesOfOctants;
};

/// Counters of motions; sums over all motions with one memory.
struct MotionCounters {
    std::uint64_t cubeTests = 0;   ///< a target node that is no voxel against a source cube
    std::uint64_t voxelTests = 0;  ///< a target voxel against a source cube; not all are counted that eight
                                   ///< lanes do at once and for nothing
};

/// A linear octree's leaves and cubes of a motion, reused from one to the next. One motion at a time.
struct MotionMemory {
    PlacedCubes placed;
    OctantTests tests;
    std::vector<Index> lists;           ///< a stack: cubes that meet the nodes during the descent
    std::vector<std::uint8_t> octants;  ///< of each of them: which octants it meets, which it covers
    MotionCounters counters;

    /// Pushes all placed cubes on the empty stack: the list of the root.
    void listAll();
};

/// Writes to `moved` the octree over `target` of the source cubes moved by `pose` (source frame -> target
/// frame): a voxel is black by `settings.rule`, and the octree is condensed, so there is one answer whatever
/// the settings and whether the source was compacted. Cubes are closed: with rule `touch` a cube that ends
/// where a voxel begins makes it black. Rule `touch` on an octree by rule `touch` keeps all of the body
/// black. Source and target may differ in size and level. An error for bad grids, a motion that is not
/// rigid, and what is outside; then `moved` is as it was.
Result<void> moveOctree(const CubeSet& source, const Pose& pose, const Grid& target,
                        const MotionSettings& settings, MotionMemory& memory, LinearOctree& moved);

/// Section 2.4.4: part i of the cubes is i, i + shares, ... Computed once, like the cubes.
std::vector<CubeSet> dealt(const CubeSet& source, Index shares);

/// Each share is moved by a task of the executor, then the octrees are united: the same octree as of all
/// cubes together, for any number of shares and threads. At least one share, and one memory for each.
Result<void> moveShares(std::span<const CubeSet> shares, const Pose& pose, const Grid& target,
                        const MotionSettings& settings, const Executor& executor,
                        std::span<MotionMemory> memories, LinearOctree& moved);

}  // namespace ricochet::octree_motion
