#include "algorithms/face_octree/face_octree.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/collision_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 100 : 1000;

std::vector<FaceOctreeSettings> allSettings() {
    std::vector<FaceOctreeSettings> all(1);
    for (Index level = 0; level <= 12; ++level) all.push_back({.level = level});
    all.push_back({.level = 6, .world = 10});
    all.push_back({.boxes = BoxStage::skipped});
    all.push_back({.exactInRegions = true});
    all.push_back({.exactInCells = true});
    all.push_back({.level = 6, .exactInRegions = true, .exactInCells = true});
    return all;
}

std::string nameOf(const FaceOctreeSettings& s) {
    return "level " + std::to_string(s.level) + (s.exactInRegions ? ", exact in regions" : "") +
           (s.exactInCells ? ", exact in cells" : "") + (s.world > 0 ? ", in a world" : "") +
           (s.boxes == BoxStage::skipped ? ", without boxes" : "");
}

TEST(FaceOctree, FindsExactlyThePairsOfBruteForceAtEveryResolution) {
    const BruteForce oracle;
    std::deque<FaceOctree> octrees;
    for (const FaceOctreeSettings& settings : allSettings()) octrees.emplace_back(settings);
    for (const Case& c : cases()) {
        Random random(32);
        HitRate hits;
        const BuiltPair built(oracle, c.a, c.b);
        for (int trial = 0; trial < kTrials; ++trial) {
            const MeshInstance a = {built.a.get(), randomPlacement(random, 1)};
            MeshInstance b = {built.b.get(), randomPlacement(random, c.spread)};
            b.pose.translation += a.pose.translation;
            const FacePairs truth = sortedPairs(oracle, a, b);
            // Automatic in every trial, the others in turn.
            const std::size_t other = 1 + static_cast<std::size_t>(trial) % (octrees.size() - 1);
            EXPECT_EQ(sortedPairs(octrees[0], a, b), truth) << c.name << ", trial " << trial;
            EXPECT_EQ(sortedPairs(octrees[other], a, b), truth)
                << c.name << ", trial " << trial << ", " << nameOf(allSettings()[other]);
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST(FaceOctree, CoplanarStackedBoxesTouchInAllTheirPairs) {
    const BruteForce oracle;
    const BuiltPair built(oracle, gridBoxMesh({1, 1, 1}, 12), gridBoxMesh({1, 1, 1}, 9));
    for (const FaceOctreeSettings& settings : allSettings()) {
        const FaceOctree octree(settings);
        for (const Vec3& offset :
             {Vec3(0, 0, 1), Vec3(0.25, 0.5, 1), Vec3(1, 0, 0), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
            const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), offset}};
            const FacePairs truth = sortedPairs(oracle, a, b);
            EXPECT_FALSE(truth.empty());
            EXPECT_EQ(sortedPairs(octree, a, b), truth)
                << nameOf(settings) << ", offset " << offset.transpose();
        }
    }
}

TEST(FaceOctree, WithADistanceFindsThePairsOfBruteForce) {
    const BruteForce oracle;
    const FaceOctree exact;
    const FaceOctree fine({.level = 8}), cells({.exactInRegions = true, .exactInCells = true});
    for (const Case& c : cases()) {
        Random random(34);
        HitRate hits;
        const BuiltPair built(oracle, c.a, c.b);
        for (int trial = 0; trial < kTrials / 10; ++trial) {
            const MeshInstance a = {built.a.get(), randomPlacement(random, 1)};
            MeshInstance b = {built.b.get(), randomPlacement(random, 1.1 * c.spread)};
            b.pose.translation += a.pose.translation;
            const Real queryDistance = uniform(random, 1e-4, 0.2);
            const FacePairs truth = sortedPairs(oracle, a, b, queryDistance);
            for (const FaceOctree* octree : {&exact, &fine, &cells}) {
                EXPECT_EQ(sortedPairs(*octree, a, b, queryDistance), truth) << c.name << ", trial " << trial;
            }
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST(FaceOctree, WithoutTheDistanceTestFindsASupersetOfTheClosePairs) {
    const BruteForce oracle;
    const FaceOctree octree({.exactDistance = false});
    const BuiltPair built(oracle, torusMesh(1, 0.4, 24, 12), torusMesh(1, 0.4, 24, 12));
    Random random(35);
    std::size_t found = 0, needed = 0;
    for (int trial = 0; trial < kTrials / 10; ++trial) {
        const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), randomPlacement(random, 3)};
        const FacePairs truth = sortedPairs(oracle, a, b, 0.05), pairs = sortedPairs(octree, a, b, 0.05);
        EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), truth.begin(), truth.end()))
            << "trial " << trial;
        EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end()) << "trial " << trial;
        // Intersections are always tested.
        EXPECT_EQ(sortedPairs(octree, a, b, 0), sortedPairs(oracle, a, b, 0)) << "trial " << trial;
        found += pairs.size();
        needed += truth.size();
    }
    EXPECT_GT(found, needed);
    EXPECT_LT(found, 6 * needed);
}

TEST(FaceOctree, UsesVerticesMovedAfterTheModelWasBuilt) {
    const BruteForce oracle;
    const FaceOctree octree;
    const auto mesh = torusMesh(1, 0.4, 24, 12);
    const BuiltPair built(octree, mesh, knotMesh(60, 6));
    Random random(36);
    HitRate hits;
    for (int step = 0; step < kTrials / 5; ++step) {
        ASSERT_TRUE(mesh->setVertices(shaken(random, *mesh, 0.002)).has_value());
        const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), randomPlacement(random, 4)};
        const FacePairs truth = sortedPairs(oracle, a, b);
        EXPECT_EQ(sortedPairs(octree, a, b), truth) << "step " << step;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(FaceOctree, TestsFarFewerFacesThanThereAre) {
    const FaceOctree octree;
    const BuiltPair built(octree, sphereMesh(64, 32), sphereMesh(64, 32));
    PairMemory memory;
    FacePairs pairs;
    octree.findFacePairs({built.a.get(), {}}, {built.b.get(), {Matrix3::Identity(), Vec3(1.2, 0.1, 0.2)}}, 0,
                         memory, pairs);
    EXPECT_GT(pairs.size(), 100u);
    EXPECT_EQ(memory.counters.facePairs, pairs.size());
    EXPECT_LT(memory.counters.triangleTests, 10 * pairs.size());
    EXPECT_LT(memory.counters.boxTests, 3968u * 3968u / 50);
}

}  // namespace
}  // namespace ricochet::test
