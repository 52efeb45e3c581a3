#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 10 : 100;

/// The nearest of all pairs, each measured.
Real leastDistance(const MeshInstance& a, const MeshInstance& b) {
    Real minimum = kAnyDistance;
    for (Index i = 0; i < a.mesh().faceCount(); ++i) {
        const Triangle faceA = a.triangle(i);
        for (Index j = 0; j < b.mesh().faceCount(); ++j) {
            const Triangle faceB = b.triangle(j);
            if (squaredDistance(boxOf(faceA), boxOf(faceB)) >= minimum) continue;
            minimum = std::min(minimum, closestPoints(faceA, faceB).distanceSquared);
        }
    }
    return std::sqrt(minimum);
}

/// Expects its points on its faces, at its distance.
void expectConsistent(const MeshInstance& a, const MeshInstance& b, const ClosestFaces& found) {
    const Triangle faceA = a.triangle(found.faces.faceA);
    const Triangle faceB = b.triangle(found.faces.faceB);
    EXPECT_NEAR((closestPoint(faceA, found.points.onA) - found.points.onA).norm(), 0, 1e-12);
    EXPECT_NEAR((closestPoint(faceB, found.points.onB) - found.points.onB).norm(), 0, 1e-12);
    EXPECT_NEAR((found.points.onA - found.points.onB).squaredNorm(), found.points.distanceSquared, 1e-15);
}

/// A tested backend: the wide tree with its own queries, brute force with the defaults.
struct TestedBackend {
    const NarrowPhase& narrowPhase;
    BuiltPair built;
    int every;  ///< tested in every n-th trial
};

TEST(ClosestPair, IsTheNearestOfAllPairs) {
    const WideTree wide;
    const BruteForce brute;
    for (const Case& c : cases()) {
        Random random(61);
        const TestedBackend backends[] = {{wide, {wide, c.a, c.b}, 1}, {brute, {brute, c.a, c.b}, 10}};
        HitRate hits;
        for (int trial = 0; trial < kTrials; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 2 * c.spread);
            const Real minimum =
                leastDistance({backends[0].built.a.get(), poseA}, {backends[0].built.b.get(), poseB});
            hits.count(minimum > 0);
            for (const TestedBackend& one : backends) {
                if (trial % one.every != 0) continue;
                const MeshInstance a = {one.built.a.get(), poseA}, b = {one.built.b.get(), poseB};
                PairMemory memory;
                const auto found = one.narrowPhase.findClosestPair(a, b, kAnyDistance, memory);
                ASSERT_TRUE(found.has_value());
                EXPECT_NEAR(std::sqrt(found->points.distanceSquared), minimum, 1e-12)
                    << c.name << ", trial " << trial;
                expectConsistent(a, b, *found);
            }
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << c.name << ": " << hits.value();
    }
}

TEST(ClosestPair, IsNoneBeyondTheQueryDistance) {
    const WideTree wide;
    const BruteForce brute;
    const SharedMesh sphere = sphereMesh(16, 8);
    const TestedBackend backends[] = {{wide, {wide, sphere, sphere}, 1}, {brute, {brute, sphere, sphere}, 1}};
    for (const TestedBackend& one : backends) {
        const MeshInstance a = {one.built.a.get(), {}};
        const MeshInstance b = {one.built.b.get(), {Matrix3::Identity(), {2.5, 0, 0}}};
        const Real distance = leastDistance(a, b);
        PairMemory memory;
        EXPECT_FALSE(one.narrowPhase.findClosestPair(a, b, 0, memory).has_value());
        EXPECT_FALSE(one.narrowPhase.findClosestPair(a, b, 0.99 * distance, memory).has_value());
        EXPECT_TRUE(one.narrowPhase.findClosestPair(a, b, 1.01 * distance, memory).has_value());
    }
}

TEST(ClosestPair, IsFoundForMeshesBeyondFloats) {
    const WideTree wide;
    for (Real size : {1e-30, 1e-6, 1e6, 1e25}) {
        const SharedMesh sphere = sphereMesh(8, 5, size);
        const BuiltPair built(wide, sphere, sphere);
        const MeshInstance a = {built.a.get(), {}},
                           b = {built.b.get(), {Matrix3::Identity(), {0, 0, 3 * size}}};
        PairMemory memory;
        const auto found = wide.findClosestPair(a, b, kAnyDistance, memory);
        ASSERT_TRUE(found.has_value()) << size;
        EXPECT_NEAR(std::sqrt(found->points.distanceSquared) / size, 1, 1e-9) << size;
    }
}

TEST(ClosestPair, MeasuresFewPairs) {
    const WideTree wide;
    const SharedMesh sphere = sphereMesh(64, 32);
    const BuiltPair built(wide, sphere, sphere);
    Random random(62);
    PairMemory memory;
    for (int trial = 0; trial < 20; ++trial) {
        const MeshInstance a = {built.a.get(), {randomRotation(random), Vec3::Zero()}};
        const MeshInstance b = {built.b.get(),
                                {randomRotation(random), 3 * randomPoint(random).normalized()}};
        ASSERT_TRUE(wide.findClosestPair(a, b, kAnyDistance, memory).has_value());
    }
    EXPECT_LT(memory.counters.triangleTests / 20, sphere->faceCount());
}

TEST(FacePairsUpTo, AreAllPairsOrNoneIfThereAreMore) {
    const WideTree wide;
    for (const Case& c : cases()) {
        const BuiltPair built(wide, c.a, c.b);
        Random random(67);
        int complete = 0, stopped = 0;
        for (int trial = 0; trial < kTrials / 5; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            const MeshInstance a = {built.a.get(), poseA}, b = {built.b.get(), poseB};
            PairMemory memory, other;
            FacePairs all, few;
            wide.findFacePairs(a, b, 0.05, memory, all);
            for (const std::size_t maximum : {std::size_t{0}, std::size_t{40}, all.size()}) {
                const bool isAll = wide.findFacePairsUpTo(maximum, a, b, 0.05, other, few);
                ASSERT_EQ(isAll, all.size() <= maximum);
                std::ranges::sort(few);
                std::ranges::sort(all);
                EXPECT_EQ(few, isAll ? all : FacePairs{});
                isAll ? ++complete : ++stopped;
            }
        }
        EXPECT_GT(complete, 0);
        EXPECT_GT(stopped, 0);
    }
}

TEST(FirstPair, IsOneThatIntersects) {
    const WideTree wide;
    for (const Case& c : cases()) {
        Random random(63);
        HitRate hits;
        const AgainstBruteForce both(wide, c.a, c.b);
        const BuiltPair built(wide, c.a, c.b);
        PairMemory memory;
        for (int trial = 0; trial < 5 * kTrials; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            const FacePairs truth = both.truth(poseA, poseB);
            const auto first = wide.findFirstPair({built.a.get(), poseA}, {built.b.get(), poseB}, memory);
            ASSERT_EQ(first.has_value(), !truth.empty()) << c.name << ", trial " << trial;
            if (first) {
                EXPECT_TRUE(std::binary_search(truth.begin(), truth.end(), *first));
            }
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST(FirstPair, IsFoundLongBeforeAll) {
    const WideTree wide;
    const SharedMesh sphere = sphereMesh(64, 32);
    const BuiltPair built(wide, sphere, sphere);
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {1, 0.2, 0.1}}};
    PairMemory first, all;
    FacePairs pairs;
    ASSERT_TRUE(wide.findFirstPair(a, b, first).has_value());
    wide.findFacePairs(a, b, 0, all, pairs);
    EXPECT_LT(4 * first.counters.boxTests, all.counters.boxTests);
    EXPECT_EQ(first.counters.facePairs, 1u);
}

TEST(FirstPair, DoesNotDisturbTheCachedAnswer) {
    const WideTree wide;
    const BuiltPair built(wide, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.1}}};
    PairMemory memory;
    FacePairs before, after;
    wide.findFacePairs(a, b, 0, memory, before);
    const MeshInstance elsewhere = {built.b.get(), {Matrix3::Identity(), {0.9, 0.2, 0.1}}};
    wide.findFirstPair(a, elsewhere, memory);
    wide.findClosestPair(a, elsewhere, kAnyDistance, memory);
    wide.findFacePairs(a, b, 0, memory, after);
    EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace ricochet::test
