#include "algorithms/octree_motion/octree_motion.h"

#include "algorithms/octree_motion/mesh_octree.h"
#include "algorithms/octree_motion/translation.h"
#include "algorithms/octree_motion/weng_ahuja.h"
#include "tests/octree_motion/motion_oracle.h"
#include "tests/octree_motion/tested_solids.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::octree_motion {
namespace {

constexpr int kMotions = test::kIsSlowBuild ? 2 : 40;
constexpr int kLevel = 4;

/// An octree, its cubes with and without compaction, and a world in which it may turn.
struct Body {
    std::string name;
    Grid grid;
    LinearOctree octree;
    CubeSet black, compact;
    Grid world;

    Body(const TestedSolid& model, VoxelRule rule)
        : name(model.name),
          grid(gridAround(model.mesh->box(), kLevel, 0.05)),
          octree(octreeOfSolid(*model.mesh, grid, rule).value()),
          black(blackCubes(octree, grid)),
          compact(compacted(octree, grid)),
          world(gridAround({Vec3::Constant(-grid.edge), Vec3::Constant(grid.edge)}, kLevel + 1)) {}

    /// It stays in the world.
    Pose randomPose(Random& random) const {
        return {randomRotation(random), randomPoint(random, 0.1 * grid.edge)};
    }
};

LinearOctree moved(const CubeSet& source, const Pose& pose, const Grid& world,
                   const MotionSettings& settings) {
    MotionMemory memory;
    LinearOctree octree;
    const auto done = moveOctree(source, pose, world, settings, memory, octree);
    EXPECT_TRUE(done) << done.error();
    return octree;
}

class EveryRule : public testing::TestWithParam<VoxelRule> {};
INSTANTIATE_TEST_SUITE_P(Rules, EveryRule, testing::Values(VoxelRule::centre, VoxelRule::touch),
                         [](const auto& rule) {
                             return rule.param == VoxelRule::centre ? "Centre" : "Touch";
                         });

TEST_P(EveryRule, EveryVariantAgreesWithATestOfEachVoxel) {
    Random random(3);
    for (const TestedSolid& model : testedSolids()) {
        const Body body(model, GetParam());
        for (int i = 0; i < kMotions; ++i) {
            const Pose pose = body.randomPose(random);
            const LinearOctree truth =
                movedByBruteForce(body.octree, body.grid, pose, body.world, GetParam());
            ASSERT_TRUE(isValid(truth, body.world.level));
            ASSERT_GT(countNodes(truth, body.world.level).black, 10u);
            for (const CubeTest test : {CubeTest::axesOfOctants, CubeTest::axes, CubeTest::sixSteps}) {
                const MotionSettings settings = {GetParam(), Outside::isAnError, test};
                ASSERT_EQ(moved(body.black, pose, body.world, settings), truth) << model.name << ' ' << i;
                ASSERT_EQ(moved(body.compact, pose, body.world, settings), truth) << model.name << ' ' << i;
            }
        }
    }
}

TEST_P(EveryRule, WengAndAhujasOctreeIsTheSame) {
    Random random(4);
    for (const TestedSolid& model : testedSolids()) {
        const Body body(model, GetParam());
        for (const NodeMemory nodes : {NodeMemory::pool, NodeMemory::heap}) {
            WengAhujaMemory memory(nodes);
            for (int i = 0; i < kMotions / 2; ++i) {
                const Pose pose = body.randomPose(random);
                const LinearOctree expected = moved(body.compact, pose, body.world, {.rule = GetParam()});
                for (const NodeTest test : {NodeTest::boxOfSphere, NodeTest::axes, NodeTest::sixSteps}) {
                    for (const CubeSet* cubes : {&body.black, &body.compact}) {
                        ASSERT_TRUE(moveByWengAhuja(*cubes, pose, body.world,
                                                    {.rule = GetParam(), .test = test}, memory));
                        ASSERT_EQ(linearOctree(memory.octree), expected) << model.name << ' ' << i;
                    }
                }
            }
        }
    }
}

TEST_P(EveryRule, TranslationsAgreeWithMotions) {
    Random random(5);
    for (const TestedSolid& model : testedSolids()) {
        const Body body(model, GetParam());
        WengAhujaMemory conventional(NodeMemory::pool);
        TranslationMemory memory;
        for (int i = 0; i < kMotions; ++i) {
            const Vec3 by = randomPoint(random, 0.4 * body.grid.edge);
            const Pose pose = {Matrix3::Identity(), by};
            const LinearOctree truth =
                movedByBruteForce(body.octree, body.grid, pose, body.world, GetParam());
            for (const CubeSet* cubes : {&body.black, &body.compact}) {
                EXPECT_EQ(moved(*cubes, pose, body.world, {.rule = GetParam()}), truth);
                ASSERT_TRUE(moveByWengAhuja(*cubes, pose, body.world,
                                            {.rule = GetParam(), .test = NodeTest::facePlanes},
                                            conventional));
                EXPECT_EQ(linearOctree(conventional.octree), truth);
                for (const Lookup lookup : {Lookup::bits, Lookup::lists}) {
                    LinearOctree octree;
                    ASSERT_TRUE(translateOctree(*cubes, by, body.world,
                                                {.rule = GetParam(), .lookup = lookup}, memory, octree));
                    ASSERT_EQ(octree, truth) << model.name << ' ' << i;
                }
            }
        }
    }
}

TEST_P(EveryRule, TheOctreeIsTheSameForAnyNumberOfPartsAndThreads) {
    Random random(6);
    const Body body(testedSolids()[0], GetParam());
    for (const Index threads : {1u, 2u, 5u}) {
        const auto executor = makeThreadExecutor(threads);
        for (const Index shares : {1u, 2u, 3u, 7u, 2000u}) {
            const std::vector<CubeSet> dealtCubes = dealt(body.compact, shares);
            std::vector<MotionMemory> memories(shares);
            const Pose pose = body.randomPose(random);
            LinearOctree octree;
            ASSERT_TRUE(
                moveShares(dealtCubes, pose, body.world, {.rule = GetParam()}, *executor, memories, octree));
            EXPECT_EQ(octree, moved(body.black, pose, body.world, {.rule = GetParam()}));
        }
    }
}

/// Cubes on the grid are moved exactly, and closed cubes touch their neighbours.
TEST(OctreeMotion, OnTheGridCentresStayAndTouchingGrowsByOneVoxel) {
    const Grid grid = {{-4, -4, -4}, 8, 3};
    const CubeSet cube = {grid, {{{2, 3, 2}, 2}}};  // from -2, -1, -2 to 0, 1, 0
    Matrix3 quarter;
    quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    for (const Pose& pose : {Pose{}, Pose{quarter, Vec3(1, 2, 0)}}) {
        for (const CubeTest test : {CubeTest::axesOfOctants, CubeTest::axes, CubeTest::sixSteps}) {
            const auto at = [&](VoxelRule rule) {
                return countNodes(moved(cube, pose, grid, {rule, Outside::isAnError, test}), 3).blackVoxels;
            };
            EXPECT_EQ(at(VoxelRule::centre), 8u);
            EXPECT_EQ(at(VoxelRule::touch), 64u);
        }
    }
}

TEST(OctreeMotion, NothingOfTheBodyIsLostByTouch) {
    Random random(7);
    for (const TestedSolid& model : testedSolids()) {
        const Body body(model, VoxelRule::touch);
        for (int i = 0; i < 5; ++i) {
            const Pose pose = body.randomPose(random);
            const VoxelBits black =
                voxelsOf(moved(body.compact, pose, body.world, {VoxelRule::touch}), body.world.level);
            for (const Vec3& vertex : model.mesh->vertices()) {
                const Vec3 at = (transformPoint(pose, vertex) - body.world.min) / body.world.voxel();
                EXPECT_TRUE(black(int(at.x()), int(at.y()), int(at.z())));
            }
        }
    }
}

TEST(OctreeMotion, SourceAndTargetMayDifferInLevelAndSize) {
    Random random(8);
    const Body body(testedSolids()[1], VoxelRule::touch);
    for (const int level : {1, 2, 3, 6}) {
        const Grid world =
            gridAround({Vec3::Constant(-body.grid.edge * 0.93), Vec3::Constant(body.grid.edge)}, level);
        const Pose pose = {randomRotation(random), {0.1, 0.2, 0.15}};
        for (const VoxelRule rule : {VoxelRule::centre, VoxelRule::touch}) {
            const LinearOctree truth = movedByBruteForce(body.octree, body.grid, pose, world, rule);
            for (const CubeTest test : {CubeTest::axesOfOctants, CubeTest::axes, CubeTest::sixSteps}) {
                EXPECT_EQ(moved(body.compact, pose, world, {rule, Outside::isAnError, test}), truth) << level;
            }
        }
    }
}

TEST(OctreeMotion, WhatIsOutsideIsCutOff) {
    Random random(9);
    const Body body(testedSolids()[0], VoxelRule::touch);
    const Grid part = {body.world.min + Vec3(0.3, 0.4, 0.5) * body.world.edge, body.world.edge / 4, 3};
    for (int i = 0; i < 5; ++i) {
        const Pose pose = body.randomPose(random);
        for (const VoxelRule rule : {VoxelRule::centre, VoxelRule::touch}) {
            const LinearOctree truth = movedByBruteForce(body.octree, body.grid, pose, part, rule);
            EXPECT_EQ(moved(body.compact, pose, part, {rule, Outside::isCutOff}), truth);
        }
    }
}

TEST(OctreeMotion, AnEmptyOctreeStaysEmpty) {
    const Grid grid;
    const LinearOctree octree = moved({grid, {}}, {}, grid, {});
    EXPECT_EQ(octree.size(), 1u);
    EXPECT_EQ(octree[0], Colour::white);
}

}  // namespace
}  // namespace ricochet::octree_motion
