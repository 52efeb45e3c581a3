#include "algorithms/octree_motion/compaction.h"

#include "algorithms/octree_motion/mesh_octree.h"
#include "tests/octree_motion/tested_solids.h"
#include "tests/octree_motion/voxel_bits.h"

#include <gtest/gtest.h>

namespace ricochet::octree_motion {
namespace {

/// Each black voxel is in one cube, and no other voxel is in any.
void expectCover(const CubeSet& set, const VoxelBits& voxels) {
    const int side = voxels.voxelsPerSide();
    std::vector<int> covered(static_cast<std::size_t>(side * side * side), 0);
    const auto at = [&](int x, int y, int z) -> int& {
        return covered[static_cast<std::size_t>((z * side + y) * side + x)];
    };
    for (const Cell& cube : set.cubes) {
        for (int v = 0; v < cube.edge * cube.edge * cube.edge; ++v) {
            ++at(cube.min[0] + v % cube.edge, cube.min[1] + v / cube.edge % cube.edge,
                 cube.min[2] + v / cube.edge / cube.edge);
        }
    }
    for (int z = 0; z < side; ++z) {
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) ASSERT_EQ(at(x, y, z), int{voxels(x, y, z)});
        }
    }
}

LinearOctree randomOctree(Random& random, int level, int oneIn) {
    VoxelBits voxels(level);
    const int side = voxels.voxelsPerSide();
    for (int v = 0; v < side * side * side; ++v) {
        if (pick(random, oneIn) != 0) voxels.set(v % side, v / side % side, v / side / side);
    }
    return octreeOf(voxels);
}

TEST(Compaction, CoversBlackVoxelsOnceAndNothingElse) {
    Random random(1);
    for (int i = 0; i < 60; ++i) {
        const Grid grid = {.level = 1 + pick(random, 4)};
        const LinearOctree octree = randomOctree(random, grid.level, 1 + pick(random, 20));
        const VoxelBits voxels = voxelsOf(octree, grid.level);
        const CubeSet black = blackCubes(octree, grid);
        expectCover(black, voxels);
        for (const CompactionSettings& settings :
             {CompactionSettings{.restarts = 0, .exchanges = 0}, CompactionSettings{.exchanges = 0},
              CompactionSettings{.exchanges = 200}}) {
            const CubeSet compact = compacted(octree, grid, settings);
            expectCover(compact, voxels);
            EXPECT_LE(compact.cubes.size(), black.cubes.size());
        }
    }
}

TEST(Compaction, ASolidOfOddSizeIsFewCubes) {
    VoxelBits voxels(4);
    for (int v = 0; v < 6 * 6 * 12; ++v) voxels.set(1 + v % 6, 3 + v / 6 % 6, 1 + v / 36);
    EXPECT_EQ(compacted(octreeOf(voxels), {.level = 4}, {.restarts = 0, .exchanges = 0}).cubes.size(), 2u);
}

TEST(Compaction, RestartsAndExchangesOnlyImproveIt) {
    for (const TestedSolid& model : testedSolids()) {
        const Grid grid = gridAround(model.mesh->box(), 5, 0.3);
        const LinearOctree octree = octreeOfSolid(*model.mesh, grid, VoxelRule::centre).value();
        const std::size_t once = compacted(octree, grid, {.restarts = 0, .exchanges = 0}).cubes.size();
        const std::size_t scanned = compacted(octree, grid, {.exchanges = 0}).cubes.size();
        const std::size_t all = compacted(octree, grid, {.exchanges = 1000}).cubes.size();
        EXPECT_LE(all, scanned) << model.name;
        EXPECT_LE(scanned, once) << model.name;
    }
}

TEST(Compaction, OfATorusNeedsAtMostThreeFifthsOfTheBlackNodes) {
    const auto mesh = testedSolids()[0].mesh;
    const Grid grid = gridAround(mesh->box(), 5, 0.3);
    const LinearOctree octree = octreeOfSolid(*mesh, grid, VoxelRule::centre).value();
    const std::size_t black = blackCubes(octree, grid).cubes.size();
    EXPECT_LE(10 * compacted(octree, grid).cubes.size(), 6 * black);
}

TEST(Compaction, IsTheSameEachTime) {
    Random random(2);
    const LinearOctree octree = randomOctree(random, 4, 9);
    EXPECT_EQ(compacted(octree, {.level = 4}).cubes, compacted(octree, {.level = 4}).cubes);
}

TEST(Compaction, OfAnEmptyOctreeIsEmpty) {
    LinearOctree white;
    white.push(Colour::white);
    EXPECT_TRUE(compacted(white, {.level = 3}).cubes.empty());
}

TEST(Compaction, AboveItsLevelsItLeavesBlackNodes) {
    LinearOctree octree;
    PreorderWriter writer(octree);
    writer.leaves(0x0f);
    EXPECT_EQ(compacted(octree, {.level = kMostCompactedLevels + 1}).cubes.size(), 4u);
    EXPECT_EQ(compacted(octree, {.level = 2}).cubes.size(), 4u);
}

}  // namespace
}  // namespace ricochet::octree_motion
