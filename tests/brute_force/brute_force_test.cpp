#include "algorithms/brute_force/brute_force.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

/// The definition itself.
FacePairs byDefinition(const MeshInstance& a, const MeshInstance& b, Real queryDistance) {
    FacePairs pairs;
    for (Index i = 0; i < a.mesh().faceCount(); ++i) {
        for (Index j = 0; j < b.mesh().faceCount(); ++j) {
            const Triangle faceA = a.triangle(i), faceB = b.triangle(j);
            const bool isPair = queryDistance == 0 ? intersects(faceA, faceB)
                                                   : closestPoints(faceA, faceB).distanceSquared <=
                                                         queryDistance * queryDistance;
            if (isPair) pairs.push_back({i, j});
        }
    }
    return pairs;
}

TEST(BruteForce, FindsThePairsWithAndWithoutTheBoxPretest) {
    const BruteForce tested, untested(BruteForceSettings{.boxPretest = false});
    Random random(11);
    HitRate hits;
    for (int trial = 0; trial < 200; ++trial) {
        const BuiltPair built(tested, soupMesh(random, 30),
                              trial % 2 ? soupMesh(random, 40) : torusMesh(0.5, 0.2, 8, 5));
        const MeshInstance a = {built.a.get(), randomPlacement(random, 0)},
                           b = {built.b.get(), randomPlacement(random, 1.9)};
        const FacePairs truth = byDefinition(a, b, 0);
        EXPECT_EQ(sortedPairs(tested, a, b), truth) << "trial " << trial;
        EXPECT_EQ(sortedPairs(untested, a, b), truth) << "trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(BruteForce, FindsEveryPairWithinADistance) {
    const BruteForce tested, untested(BruteForceSettings{.boxPretest = false});
    Random random(12);
    HitRate hits;
    for (int trial = 0; trial < 100; ++trial) {
        const BuiltPair built(tested, soupMesh(random, 30), sphereMesh(6, 4, 0.5));
        const MeshInstance a = {built.a.get(), randomPlacement(random, 0)},
                           b = {built.b.get(), randomPlacement(random, 2.5)};
        const Real queryDistance = 0.01 * (1 + trial % 20);
        const FacePairs truth = byDefinition(a, b, queryDistance);
        EXPECT_EQ(sortedPairs(tested, a, b, queryDistance), truth) << "trial " << trial;
        EXPECT_EQ(sortedPairs(untested, a, b, queryDistance), truth) << "trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(BruteForce, PairAtExactlyTheDistanceIsFoundFarFromTheOrigin) {
    const BruteForce narrowPhase;
    const BuiltPair built(narrowPhase, gridBoxMesh({1, 1, 1}), gridBoxMesh({1, 1, 1}));
    for (const Real gap : {0.1, 1e-3, 1e-6}) {
        Pose poseA, poseB;
        poseA.translation = {1e4 + 0.1, -1e4, 3e3};
        poseB.translation = poseA.translation + Vec3(1 + gap, 0, 0);
        const MeshInstance a = {built.a.get(), poseA}, b = {built.b.get(), poseB};
        const Real distance =
            transformPoint(poseB, Vec3(-0.5, 0, 0)).x() - transformPoint(poseA, Vec3(0.5, 0, 0)).x();
        EXPECT_GE(sortedPairs(narrowPhase, a, b, distance).size(), 4u) << gap;
        EXPECT_TRUE(sortedPairs(narrowPhase, a, b, 0.9 * distance).empty()) << gap;
        EXPECT_TRUE(sortedPairs(narrowPhase, a, b, 0).empty()) << gap;
    }
}

TEST(BruteForce, StackedBoxesTouch) {
    const BruteForce narrowPhase;
    const BuiltPair built(narrowPhase, gridBoxMesh({1, 1, 1}), gridBoxMesh({1, 1, 1}));
    MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {}};
    b.pose.translation.z() = 1;
    EXPECT_FALSE(sortedPairs(narrowPhase, a, b).empty());
    b.pose.translation.z() = std::nextafter(1.0, 2.0);
    EXPECT_TRUE(sortedPairs(narrowPhase, a, b).empty());
}

TEST(BruteForce, GivesTheSameOrderForAnyNumberOfThreads) {
    const BruteForce serial;
    const BuiltPair built(serial, torusMesh(1, 0.4, 40, 20), knotMesh(80, 8));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {}};
    PairMemory memory;
    FacePairs expected, pairs;
    serial.findFacePairs(a, b, 0, memory, expected);
    EXPECT_GT(expected.size(), 100u);
    for (Index threads : {2u, 3u, 8u}) {
        BruteForce({}, makeThreadExecutor(threads)).findFacePairs(a, b, 0, memory, pairs);
        EXPECT_EQ(pairs, expected) << threads << " threads";
    }
}

TEST(BruteForce, CountsItsWork) {
    const BruteForce tested, untested(BruteForceSettings{.boxPretest = false});
    const BuiltPair built(tested, gridBoxMesh({1, 1, 1}), gridBoxMesh({1, 1, 1}));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {}};
    PairMemory memory;
    FacePairs pairs;
    tested.findFacePairs(a, b, 0, memory, pairs);
    EXPECT_EQ(memory.counters.calls, 1u);
    EXPECT_EQ(memory.counters.boxTests, 12u * 12u);
    const auto triangleTests = memory.counters.triangleTests;
    EXPECT_LT(triangleTests, 12u * 12u);
    EXPECT_EQ(memory.counters.facePairs, pairs.size());
    untested.findFacePairs(a, b, 0, memory, pairs);
    EXPECT_EQ(memory.counters.calls, 2u);
    EXPECT_EQ(memory.counters.boxTests, 12u * 12u);
    EXPECT_EQ(memory.counters.triangleTests, triangleTests + 12u * 12u);
    EXPECT_EQ(memory.counters.facePairs, 2 * pairs.size());
}

TEST(BruteForce, UsesVerticesMovedAfterTheModelWasBuilt) {
    const BruteForce narrowPhase;
    const auto mesh = sphereMesh(8, 4);
    const BuiltPair built(narrowPhase, mesh, sphereMesh(8, 4));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), Vec3(3, 0, 0)}};
    EXPECT_TRUE(sortedPairs(narrowPhase, a, b).empty());
    std::vector<Vec3> larger = mesh->vertices();
    for (Vec3& vertex : larger) vertex *= 2.5;
    ASSERT_TRUE(mesh->setVertices(larger).has_value());
    EXPECT_FALSE(sortedPairs(narrowPhase, a, b).empty());
}

}  // namespace
}  // namespace ricochet::test
