#include "algorithms/obb_tree/obb_tree.h"

#include "tests/obb_tree/both_trees.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 80 : 600;
constexpr int kFewTrials = kIsSlowBuild ? 40 : 100;

/// Over random poses of which about half collide; `change` may spoil them.
template <class Change>
void expectTruth(const Case& c, unsigned seed, int trials, Change&& change) {
    Random random(seed);
    HitRate hits;
    const BothTrees both(c.a, c.b);
    for (int trial = 0; trial < trials; ++trial) {
        auto [poseA, poseB] = randomPoses(random, c.reach);
        change(random, poseA, poseB);
        const FacePairs truth = both.truth(poseA, poseB);
        EXPECT_EQ(both.pairs(poseA, poseB), truth) << c.name << ", trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
}

TEST(ObbTree, FindsExactlyThePairsOfBruteForce) {
    for (const Case& c : cases()) expectTruth(c, 42, kTrials, [](Random&, Pose&, Pose&) {});
}

TEST(ObbTree, FindsExactlyThePairsFarFromTheOrigin) {
    for (const Real offset : {1e2, 1e4, 1e6, 1e9}) {
        expectTruth({"far", torusMesh(1, 0.4, 24, 12), knotMesh(60, 6), 4}, 43, kFewTrials,
                    [&](Random&, Pose& a, Pose& b) {
                        for (Pose* pose : {&a, &b}) pose->translation += Vec3(offset, -offset, offset);
                    });
    }
}

TEST(ObbTree, FindsExactlyThePairsOfMeshesStoredFarFromTheirOrigins) {
    const Vec3 far(1e6, -2e6, 5e5);
    const Case stored = {"stored far away", placed(*torusMesh(1, 0.4, 24, 12), {Matrix3::Identity(), far}),
                         placed(*knotMesh(60, 6), {Matrix3::Identity(), -far}), 4};
    expectTruth(stored, 44, kFewTrials, [&](Random&, Pose& a, Pose& b) {
        a.translation -= a.rotation * far;
        b.translation += b.rotation * far;
    });
}

TEST(ObbTree, MatricesThatAreHardlyRotationsAreTakenAsTheyAre) {
    expectTruth({"skewed", torusMesh(1, 0.4, 14, 8), torusMesh(1, 0.4, 14, 8), 3.6}, 45, kFewTrials,
                [](Random& random, Pose& a, Pose& b) {
                    // From what Bullet's floats make of a rotation up to shears that no body has.
                    const Real error = std::pow(10, uniform(random, -7, -1));
                    for (Pose* pose : {&a, &b}) {
                        for (Real& entry : pose->rotation.reshaped()) entry += uniform(random, -error, error);
                    }
                });
}

TEST(ObbTree, GapsOfAMicrometreInAMeshOfAThousandKilometresAreSeen) {
    // Two plates, each cut into squares of 1e5 m; doubles resolve 1e-10 m there.
    const SharedMesh plate = gridBoxMesh({1e6, 1e6, 1e3}, 10);
    const BothTrees both(plate, plate);
    for (const Real gap : {1e-6, -1e-6, 0.0}) {
        const Pose above = {Matrix3::Identity(), {12345, 54321, 1e3 + gap}};
        const FacePairs truth = both.truth({}, above);
        EXPECT_EQ(both.pairs({}, above), truth);
        EXPECT_EQ(truth.empty(), gap > 0);
    }
}

TEST(ObbTree, NeedlesAreFoundWhereverTheyPierce) {
    // A hundred needles, a hundred thousand times as long as they are wide, through a sphere.
    Random random(46);
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < 100; ++f) {
        const Vec3 end = 10 * randomPoint(random).normalized();
        for (const Vec3& v : {Vec3(-end), end, Vec3(end + randomPoint(random, 1e-4))}) vertices.push_back(v);
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    const Case needles = {"needles", makeMesh(vertices, faces), sphereMesh(24, 12, 0.5), 7};
    expectTruth(needles, 47, kTrials, [](Random&, Pose&, Pose&) {});
}

TEST(ObbTree, ASingularMatrixIsAnsweredExactly) {
    const BothTrees both(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), sphereMesh(8, 5));
    Pose flat;
    flat.rotation.row(2).setZero();
    EXPECT_EQ(both.pairs(flat, {}), both.truth(flat, {}));
    EXPECT_EQ(both.pairs({}, flat), both.truth({}, flat));
    EXPECT_FALSE(both.truth({}, flat).empty());
}

TEST(ObbTree, CoplanarStackedBoxesTouchInAllTheirPairs) {
    const BothTrees both(gridBoxMesh({1, 1, 1}, 12), gridBoxMesh({1, 1, 1}, 9));
    for (const Vec3& offset :
         {Vec3(0, 0, 1), Vec3(0.25, 0.5, 1), Vec3(1, 0, 0), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
        const Pose pose = {Matrix3::Identity(), offset};
        const FacePairs truth = both.truth({}, pose);
        EXPECT_FALSE(truth.empty());
        EXPECT_EQ(both.pairs({}, pose), truth) << "offset " << offset.transpose();
    }
}

TEST(ObbTree, SinglePointsSegmentsAndEqualTrianglesAreMeshes) {
    const SharedMesh point = makeMesh({{0.5, 0.5, 0.5}}, {{0, 0, 0}});
    const SharedMesh segment = makeMesh({{0, 0, 0}, {1, 1, 1}}, {{0, 1, 1}});
    const SharedMesh triangle = makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, {{0, 1, 2}});
    const SharedMesh manyEqual =
        makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(1000, Face{0, 1, 2}));
    Random random(48);
    for (const SharedMesh& a : {point, segment, triangle, manyEqual}) {
        for (const SharedMesh& b : {point, segment, triangle}) {
            const BothTrees both(a, b);
            EXPECT_EQ(both.pairs({}, {}).size(), std::size_t{a->faceCount()} * b->faceCount());
            const Pose pose = randomPlacement(random, 1);
            EXPECT_EQ(both.pairs({}, pose), both.truth({}, pose));
        }
    }
}

TEST(ObbTree, MeshesTooLargeOrTooSmallForFloatsAreAnsweredExactly) {
    for (const Real size : {1e-60, 1e-42, 1e-30, 1e-20, 1e15, 1e25, 1e42}) {
        const BothTrees both(torusMesh(size, 0.4 * size, 8, 5), torusMesh(size, 0.4 * size, 8, 5));
        Random random(49);
        HitRate hits;
        for (int trial = 0; trial < kFewTrials; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 3.6 * size, size);
            const FacePairs truth = both.truth(poseA, poseB);
            EXPECT_EQ(both.pairs(poseA, poseB), truth) << "size " << size << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << "size " << size << ": " << hits.value();
    }
}

TEST(ObbTree, WithADistanceFindsAtLeastThePairsThatClose) {
    for (const Case& c : cases()) {
        Random random(50);
        HitRate hits;
        const BothTrees both(c.a, c.b);
        for (int trial = 0; trial < kFewTrials; ++trial) {
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

TEST(ObbTree, ADistanceTakesInFewPairsThatAreFartherThanTwice) {
    const BothTrees both(torusMesh(1, 0.4, 48, 24), torusMesh(1, 0.4, 48, 24));
    Random random(51);
    std::size_t found = 0, close = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, 2);
        found += both.pairs(poseA, poseB, 0.02).size();
        close += both.truth(poseA, poseB, 0.04).size();
    }
    EXPECT_GT(close, 1000u);
    EXPECT_LE(found, close);
}

TEST(ObbTree, CountsWhatItDoes) {
    const ObbTree tree;
    const BuiltPair built(tree, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    PairMemory memory;
    FacePairs found;
    tree.findFacePairs({built.a.get(), {}}, {built.b.get(), {}}, 0, memory, found);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(memory.counters.calls, 1u);
    EXPECT_EQ(memory.counters.facePairs, found.size());
    EXPECT_GE(memory.counters.triangleTests, found.size());
    EXPECT_GT(memory.counters.boxTests, memory.counters.triangleTests);
    // Apart as wholes: one test of boxes tells.
    const Pose far = {Matrix3::Identity(), {100, 0, 0}};
    PairMemory apart;
    tree.findFacePairs({built.a.get(), {}}, {built.b.get(), far}, 0, apart, found);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(apart.counters.boxTests, 1u);
    EXPECT_EQ(apart.counters.triangleTests, 0u);
}

TEST(ObbTree, AnyNumberOfThreadsGivesTheSamePairsInTheSameOrder) {
    const SharedMesh mesh = sphereMesh(96, 48);
    const ObbTree serial;
    const BuiltPair built(serial, mesh, mesh);
    Random random(52);
    for (const Real shift : {1e-3, 1e-2, 1.0}) {
        const Placed a = {built.a.get(), {}};
        const Placed b = {built.b.get(), {randomRotation(random), shift * Vec3::UnitX()}};
        PairMemory serialMemory;
        FacePairs expected;
        serial.findFacePairs(a, b, 0, serialMemory, expected);
        EXPECT_FALSE(expected.empty());
        for (const Index threads : {2u, 3u, 7u}) {
            const ObbTree parallel({}, makeThreadExecutor(threads));
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
