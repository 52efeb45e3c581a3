#include "algorithms/wide_tree/wide_tree.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/placements.h"
#include "tests/wide_tree/both_trees.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 60 : 1000;

TEST(WideTree, FindsExactlyThePairsOfBruteForce) {
    for (const Case& c : cases()) {
        Random random(42);
        HitRate hits;
        const BothTrees both(c.a, c.b);
        for (int trial = 0; trial < kTrials; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, c.reach);
            const FacePairs truth = both.truth(poseA, poseB);
            EXPECT_EQ(both.pairs(poseA, poseB), truth) << c.name << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST(WideTree, FindsExactlyThePairsFarFromTheOrigin) {
    for (Real offset : {1e2, 1e4, 1e6, 1e9}) {
        const BothTrees both(torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
        Random random(43);
        HitRate hits;
        for (int trial = 0; trial < kTrials / 4; ++trial) {
            auto [poseA, poseB] = randomPoses(random, 4);
            poseA.translation += Vec3(offset, -offset, offset);
            poseB.translation += Vec3(offset, -offset, offset);
            const FacePairs truth = both.truth(poseA, poseB);
            EXPECT_EQ(both.pairs(poseA, poseB), truth) << "offset " << offset << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
    }
}

TEST(WideTree, FindsExactlyThePairsOfMeshesStoredFarFromTheirOrigins) {
    const Vec3 far(1e6, -2e6, 5e5);
    const BothTrees both(placed(*torusMesh(1, 0.4, 24, 12), {Matrix3::Identity(), far}),
                         placed(*knotMesh(60, 6), {Matrix3::Identity(), -far}));
    Random random(44);
    HitRate hits;
    for (int trial = 0; trial < kTrials / 4; ++trial) {
        auto [poseA, poseB] = randomPoses(random, 4);
        poseA.translation -= poseA.rotation * far;
        poseB.translation += poseB.rotation * far;
        const FacePairs truth = both.truth(poseA, poseB);
        EXPECT_EQ(both.pairs(poseA, poseB), truth) << "trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(WideTree, GapsOfAMicrometreInAMeshOfAThousandKilometresAreSeen) {
    // Two plates, each cut into squares of 1e5 m; doubles resolve 1e-10 m there.
    const SharedMesh plate = gridBoxMesh({1e6, 1e6, 1e3}, 10);
    const BothTrees both(plate, plate);
    for (Real gap : {1e-6, -1e-6, 0.0}) {
        const Pose above = {Matrix3::Identity(), {12345, 54321, 1e3 + gap}};
        const FacePairs truth = both.truth({}, above);
        EXPECT_EQ(both.pairs({}, above), truth);
        EXPECT_EQ(truth.empty(), gap > 0);
    }
}

TEST(WideTree, MatricesThatAreHardlyRotationsAreTakenAsTheyAre) {
    const BothTrees both(torusMesh(1, 0.4, 24, 12), torusMesh(1, 0.4, 24, 12));
    Random random(45);
    HitRate hits;
    for (int trial = 0; trial < kTrials / 2; ++trial) {
        auto [poseA, poseB] = randomPoses(random, 3.6);
        // From what Bullet's floats make of a rotation up to shears and scalings that no body has.
        const Real error = std::pow(10, uniform(random, -7, 0));
        for (Pose* pose : {&poseA, &poseB}) {
            for (Real& entry : pose->rotation.reshaped()) entry += uniform(random, -error, error);
        }
        const FacePairs truth = both.truth(poseA, poseB);
        EXPECT_EQ(both.pairs(poseA, poseB), truth) << "error " << error << ", trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(WideTree, ASingularMatrixIsAnsweredExactly) {
    const BothTrees both(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), sphereMesh(8, 5));
    Pose flat;
    flat.rotation.row(2).setZero();
    EXPECT_EQ(both.pairs(flat, {}), both.truth(flat, {}));
    EXPECT_EQ(both.pairs({}, flat), both.truth({}, flat));
    EXPECT_FALSE(both.truth({}, flat).empty());
}

TEST(WideTree, CoplanarStackedBoxesTouchInAllTheirPairs) {
    const BothTrees both(gridBoxMesh({1, 1, 1}, 12), gridBoxMesh({1, 1, 1}, 9));
    for (const Vec3& offset :
         {Vec3(0, 0, 1), Vec3(0.25, 0.5, 1), Vec3(1, 0, 0), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
        const Pose pose = {Matrix3::Identity(), offset};
        const FacePairs truth = both.truth({}, pose);
        EXPECT_FALSE(truth.empty());
        EXPECT_EQ(both.pairs({}, pose), truth) << "offset " << offset.transpose();
    }
}

TEST(WideTree, IdenticalMeshesAtTheSamePlaceMeetInEveryFace) {
    const BothTrees both(knotMesh(60, 6), knotMesh(60, 6));
    const FacePairs truth = both.truth({}, {});
    EXPECT_GT(truth.size(), 720u * 12u);
    EXPECT_EQ(both.pairs({}, {}), truth);
}

TEST(WideTree, OneMeshInsideAnotherHasNoPairs) {
    const BothTrees both(sphereMesh(32, 16, 2), torusMesh(1, 0.4, 24, 12));
    EXPECT_TRUE(both.pairs({}, {}).empty());
}

TEST(WideTree, SinglePointsSegmentsAndEqualTrianglesAreMeshes) {
    const SharedMesh point = makeMesh({{0.5, 0.5, 0.5}}, {{0, 0, 0}});
    const SharedMesh segment = makeMesh({{0, 0, 0}, {1, 1, 1}}, {{0, 1, 1}});
    const SharedMesh triangle = makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, {{0, 1, 2}});
    const SharedMesh manyEqual =
        makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(1000, Face{0, 1, 2}));
    const std::vector<SharedMesh> meshes = {point, segment, triangle, manyEqual};
    Random random(46);
    for (const SharedMesh& a : meshes) {
        for (const SharedMesh& b : meshes) {
            if (a->faceCount() * b->faceCount() > 1000) continue;
            const BothTrees both(a, b);
            EXPECT_EQ(both.pairs({}, {}).size(), std::size_t{a->faceCount()} * b->faceCount());
            const Pose pose = randomPlacement(random, 1);
            EXPECT_EQ(both.pairs({}, pose), both.truth({}, pose));
        }
    }
}

TEST(WideTree, MeshesTooLargeOrTooSmallForFloatsAreAnsweredExactly) {
    for (Real size : {1e-60, 1e-42, 1e-30, 1e-20, 1e15, 1e25, 1e42}) {
        const BothTrees both(torusMesh(size, 0.4 * size, 8, 5), torusMesh(size, 0.4 * size, 8, 5));
        Random random(47);
        HitRate hits;
        for (int trial = 0; trial < kTrials / 10; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 3.6 * size, size);
            const FacePairs truth = both.truth(poseA, poseB);
            EXPECT_EQ(both.pairs(poseA, poseB), truth) << "size " << size << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << "size " << size << ": " << hits.value();
    }
}

TEST(WideTree, WithADistanceFindsAtLeastThePairsThatClose) {
    for (const Case& c : cases()) {
        Random random(48);
        HitRate hits;
        const BothTrees both(c.a, c.b);
        for (int trial = 0; trial < kTrials / 10; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 1.1 * c.reach);
            const Real within = uniform(random, 1e-4, 0.2);
            const FacePairs truth = both.truth(poseA, poseB, within);
            const FacePairs found = both.pairs(poseA, poseB, within);
            EXPECT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end()))
                << c.name << ", trial " << trial;
            EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each pair once";
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST(WideTree, ADistanceTakesInFewPairsThatAreFartherThanTwice) {
    const BothTrees both(torusMesh(1, 0.4, 48, 24), torusMesh(1, 0.4, 48, 24));
    Random random(49);
    std::size_t found = 0, close = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, 2);
        found += both.pairs(poseA, poseB, 0.02).size();
        close += both.truth(poseA, poseB, 0.04).size();
    }
    EXPECT_GT(close, 1000u);
    EXPECT_LE(found, close);
}

TEST(WideTree, AnUnchangedQuestionIsAnsweredFromTheLastStep) {
    const WideTree wide;
    const BuiltPair built(wide, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    const Placed a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.1}}};
    PairMemory memory;
    FacePairs first, second;
    wide.findFacePairs(a, b, 0, memory, first);
    const Counters before = memory.counters;
    wide.findFacePairs(a, b, 0, memory, second);
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(second, first);
    EXPECT_EQ(memory.counters.boxTests, before.boxTests);
    EXPECT_EQ(memory.counters.calls, before.calls + 1);

    // Another distance or another pose is another question.
    wide.findFacePairs(a, b, 0.01, memory, second);
    EXPECT_GT(second.size(), first.size());
    const Placed moved = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.2}}};
    wide.findFacePairs(a, moved, 0, memory, second);
    std::sort(second.begin(), second.end());
    EXPECT_EQ(second, sortedPairs(wide, a, moved));
}

TEST(WideTree, AnotherMeshWithTheSamePoseIsAnotherQuestion) {
    const WideTree wide;
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const BuiltPair first(wide, torus, knotMesh(60, 6)), second(wide, torus, knotMesh(60, 6, 0.1));
    PairMemory memory;
    FacePairs found;
    wide.findFacePairs({first.a.get(), {}}, {first.b.get(), {}}, 0, memory, found);
    wide.findFacePairs({second.a.get(), {}}, {second.b.get(), {}}, 0, memory, found);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, sortedPairs(wide, {second.a.get(), {}}, {second.b.get(), {}}));
}

TEST(WideTree, AnyNumberOfThreadsGivesTheSamePairsInTheSameOrder) {
    const SharedMesh mesh = sphereMesh(96, 48);
    const WideTree serial;
    const BuiltPair built(serial, mesh, mesh);
    Random random(50);
    for (Real shift : {1e-3, 1e-2, 1.0}) {
        const Placed a = {built.a.get(), {}};
        const Placed b = {built.b.get(), {randomRotation(random), shift * Vec3::UnitX()}};
        PairMemory serialMemory;
        FacePairs expected;
        serial.findFacePairs(a, b, 0, serialMemory, expected);
        EXPECT_FALSE(expected.empty());
        for (Index threads : {2u, 3u, 7u}) {
            const WideTree parallel({}, makeThreadExecutor(threads));
            PairMemory memory;
            FacePairs found;
            parallel.findFacePairs(a, b, 0, memory, found);
            EXPECT_EQ(found, expected) << threads << " threads";
            EXPECT_EQ(memory.counters.boxTests, serialMemory.counters.boxTests);
            EXPECT_EQ(memory.counters.triangleTests, serialMemory.counters.triangleTests);
        }
    }
}

}  // namespace
}  // namespace ricochet::test
