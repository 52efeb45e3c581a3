#include "algorithms/octree_motion/shared_voxels.h"

#include "algorithms/octree_motion/mesh_octree.h"
#include "tests/octree_motion/tested_solids.h"
#include "tests/octree_motion/voxel_bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

namespace ricochet::octree_motion {
namespace {

using Found = std::vector<std::pair<std::array<int, 3>, std::vector<std::pair<Index, std::vector<Index>>>>>;

constexpr int kSharedLevel = 4;

/// Three bodies near the origin, of which two or all overlap more often than not.
struct Bodies {
    std::vector<CubeSet> cubes;
    Grid world = gridAround({Vec3::Constant(-4), Vec3::Constant(4)}, kSharedLevel);

    Bodies() {
        for (const TestedSolid& model : testedSolids()) {
            const Grid grid = gridAround(model.mesh->box(), kSharedLevel - 1, 0.05);
            cubes.push_back(blackCubes(octreeOfFaces(*model.mesh, grid).value(), grid));
        }
        cubes.pop_back();
    }
    std::vector<MovingCubes> at(Random& random) const {
        std::vector<MovingCubes> bodies;
        for (const CubeSet& set : cubes) bodies.push_back({&set, randomPose(random, 1.4)});
        return bodies;
    }
};

Found found(std::span<const MovingCubes> bodies, const Grid& world, const SharedSettings& settings,
            MotionCounters* counters = nullptr,
            std::size_t maximum = std::numeric_limits<std::size_t>::max()) {
    SharedMemory memory;
    Found all;
    const auto done = forEachSharedVoxel(
        bodies, world, settings, memory, [&](const Cell& voxel, std::span<const BodyCubes> shared) {
            all.push_back({voxel.min, {}});
            for (const BodyCubes& one : shared) {
                all.back().second.push_back({one.body, {one.cubes.begin(), one.cubes.end()}});
            }
            return all.size() < maximum;
        });
    EXPECT_TRUE(done) << done.error();
    if (counters) *counters = memory.counters;
    std::sort(all.begin(), all.end());
    return all;
}

/// Each cube moved alone, which `moveOctree` does exactly; each voxel tested.
Found byMovingEachCube(std::span<const MovingCubes> bodies, const Grid& world, VoxelRule rule) {
    std::map<std::array<int, 3>, std::map<Index, std::vector<Index>>> voxels;
    MotionMemory memory;
    for (Index body = 0; body < bodies.size(); ++body) {
        for (Index i = 0; i < bodies[body].cubes->cubes.size(); ++i) {
            const CubeSet one = {bodies[body].cubes->grid, {bodies[body].cubes->cubes[i]}};
            LinearOctree moved;
            EXPECT_TRUE(moveOctree(one, bodies[body].pose, world, {rule}, memory, moved));
            const VoxelBits bits = voxelsOf(moved, world.level);
            const int side = world.voxelsPerSide();
            for (int v = 0; v < side * side * side; ++v) {
                const std::array<int, 3> at = {v % side, v / side % side, v / side / side};
                if (bits(at[0], at[1], at[2])) voxels[at][body].push_back(i);
            }
        }
    }
    Found all;
    for (const auto& [at, byBody] : voxels) {
        if (byBody.size() > 1) all.push_back({at, {byBody.begin(), byBody.end()}});
    }
    return all;
}

TEST(SharedVoxels, AreThoseThatMovingEachCubeMakesBlackTwice) {
    const Bodies bodies;
    Random random(5);
    HitRate hits;
    for (const VoxelRule rule : {VoxelRule::centre, VoxelRule::touch}) {
        for (int i = 0; i < 6; ++i) {
            const auto at = bodies.at(random);
            const Found truth = byMovingEachCube(at, bodies.world, rule);
            hits.count(!truth.empty());
            EXPECT_EQ(found(at, bodies.world, {.rule = rule}), truth);
            EXPECT_EQ(found(at, bodies.world, {.rule = rule, .stopsEarly = false}), truth);
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 1.0)) << hits.value();
}

TEST(SharedVoxels, StoppingEarlyTestsLess) {
    const Bodies bodies;
    Random random(5);
    MotionCounters early, late;
    const auto at = bodies.at(random);
    found(at, bodies.world, {}, &early);
    found(at, bodies.world, {.stopsEarly = false}, &late);
    EXPECT_LT(2 * early.voxelTests, late.voxelTests);
}

TEST(SharedVoxels, EndOnceEnoughWereVisited) {
    const Bodies bodies;
    Random random(5);
    const auto at = bodies.at(random);
    MotionCounters all, three;
    EXPECT_GT(found(at, bodies.world, {}, &all).size(), 3u);
    EXPECT_EQ(found(at, bodies.world, {}, &three, 3).size(), 3u);
    EXPECT_LT(three.voxelTests, all.voxelTests);
}

TEST(SharedVoxels, OfRegionsAreThoseThatMeetThem) {
    const Bodies bodies;
    Random random(5);
    const Aabb regions[] = {{{-0.4, -0.3, -2}, {0.1, 0.7, 2}}};
    const auto at = bodies.at(random);
    Found truth = found(at, bodies.world, {});
    std::erase_if(truth, [&](const auto& voxel) {
        return !overlaps(regions[0], boxOf(bodies.world, {voxel.first, 1}));
    });
    EXPECT_FALSE(truth.empty());
    EXPECT_EQ(found(at, bodies.world, {.regions = regions}), truth);
}

TEST(SharedVoxels, DoNotExistForOneBody) {
    const Bodies bodies;
    Random random(5);
    const auto at = bodies.at(random);
    EXPECT_TRUE(found({at.data(), 1}, bodies.world, {}).empty());
    EXPECT_TRUE(found({at.data(), 1}, bodies.world, {.stopsEarly = false}).empty());
    EXPECT_TRUE(found({}, bodies.world, {}).empty());
}

}  // namespace
}  // namespace ricochet::octree_motion
