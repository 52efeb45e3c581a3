#include "algorithms/brute_force/brute_force.h"
#include "algorithms/face_octree/face_octree.h"
#include "tests/support/build_kind.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

std::vector<CollidingFaces> byPairsOfBodies(std::span<const MeshInstance> bodies) {
    const BruteForce oracle;
    std::vector<CollidingFaces> all;
    for (Index i = 0; i < bodies.size(); ++i) {
        for (Index j = i + 1; j < bodies.size(); ++j) {
            for (const auto& [faceA, faceB] : sortedPairs(oracle, bodies[i], bodies[j])) {
                all.push_back({i, j, faceA, faceB});
            }
        }
    }
    return all;
}

std::vector<CollidingFaces> byOctree(const FaceOctree& octree, std::span<const MeshInstance> bodies) {
    std::vector<CollidingFaces> found;
    octree.findCollidingFaces(bodies, found);
    std::sort(found.begin(), found.end());
    return found;
}

TEST(FaceOctreeOfManyBodies, FindsThePairsOfEveryTwoBodiesInOnePass) {
    Random random(41);
    const FaceOctree automatic, paper({.level = 6, .world = 16});
    const FaceOctree exact({.exactInRegions = true, .exactInCells = true}), flat({.level = 0});
    const FaceOctree withoutBoxes({.boxes = BoxStage::skipped});
    const std::vector<std::shared_ptr<const CollisionModel>> shapes = {
        automatic.build(torusMesh(1, 0.4, 20, 10)), automatic.build(sphereMesh(12, 6, 0.8)),
        automatic.build(knotMesh(60, 6)), automatic.build(soupMesh(random, 100)),
        automatic.build(gridBoxMesh({1, 2, 1}, 4))};
    HitRate hits;
    for (int trial = 0; trial < (kIsSlowBuild ? 100 : 200); ++trial) {
        const std::size_t count = trial % 13;  // none and one body too
        std::vector<MeshInstance> bodies;
        for (std::size_t i = 0; i < count; ++i) {
            bodies.push_back({shapes[random() % shapes.size()].get(), randomPlacement(random, 8)});
        }
        const auto truth = byPairsOfBodies(bodies);
        for (const FaceOctree* octree : {&automatic, &paper, &exact, &flat, &withoutBoxes}) {
            EXPECT_EQ(byOctree(*octree, bodies), truth) << count << " bodies, trial " << trial;
        }
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(FaceOctreeOfManyBodies, GivesTheSameOrderForAnyNumberOfThreads) {
    Random random(42);
    const FaceOctree serial;
    const auto shape = serial.build(knotMesh(200, 10));
    std::vector<MeshInstance> bodies;
    for (int i = 0; i < 15; ++i) bodies.push_back({shape.get(), randomPlacement(random, 2)});
    std::vector<CollidingFaces> expected, found;
    serial.findCollidingFaces(bodies, expected);
    EXPECT_GT(expected.size(), 100u);
    for (const Index threads : {2u, 5u}) {
        FaceOctree({}, makeThreadExecutor(threads)).findCollidingFaces(bodies, found);
        EXPECT_EQ(found, expected) << threads << " threads";
    }
}

}  // namespace
}  // namespace ricochet::test
