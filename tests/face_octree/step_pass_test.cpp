#include "algorithms/brute_force/brute_force.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/geometry/prepared_pairs.h"
#include "tests/support/build_kind.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet::test {
namespace {

FacePairs sorted(FacePairs pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

FaceOctreeSettings inOnePass(FaceOctreeSettings settings = {}) {
    settings.bodies = StepBodies::onePass;
    return settings;
}

/// A crowd of bodies, and queries of some pairs of them, as a broad phase finds them.
struct Step {
    std::vector<MeshInstance> bodies;
    std::vector<FacePairQuery> queries;
    std::vector<PairMemory> memories;

    Step(Random& random, std::span<const std::shared_ptr<const CollisionModel>> shapes, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            bodies.push_back({shapes[random() % shapes.size()].get(), randomPlacement(random, 4)});
        }
        if (count > 3) bodies[1] = bodies[0];  // two bodies at one place
        const Real distances[] = {0, 0.05, 0.3};
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                if (i == j || random() % 4 == 0) continue;  // both orders, not all pairs
                queries.push_back({bodies[i], bodies[j], distances[random() % 3], nullptr});
            }
        }
        memories = std::vector<PairMemory>(queries.size());
        for (std::size_t q = 0; q < queries.size(); ++q) queries[q].memory = &memories[q];
    }
};

struct PassVariant {
    const char* name;
    FaceOctreeSettings settings;
    bool isExact;  ///< returns the pairs of brute force for any distance
};

std::vector<PassVariant> passVariants() {
    return {
        {"automatic", {}, true},
        {"superset", {.exactDistance = false}, false},
        {"level 5, exact boxes", {.level = 5, .exactInRegions = true, .exactInCells = true}, true},
        {"world", {.level = 6, .world = 16}, true},
        {"world, superset", {.world = 16, .exactDistance = false}, false},
        {"without boxes", {.boxes = BoxStage::skipped}, true},
        {"without boxes, exact cells", {.level = 4, .boxes = BoxStage::skipped, .exactInCells = true}, true},
    };
}

std::vector<std::shared_ptr<const CollisionModel>> shapesFor(const NarrowPhase& narrowPhase, Random& random) {
    return {narrowPhase.build(torusMesh(1, 0.4, 20, 10)), narrowPhase.build(sphereMesh(12, 6, 0.8)),
            narrowPhase.build(knotMesh(60, 6)), narrowPhase.build(soupMesh(random, 100)),
            narrowPhase.build(gridBoxMesh({1, 2, 1}, 4))};
}

TEST(StepPass, GivesEachQueryThePairsThatItFindsAlone) {
    Random random(91);
    const BruteForce oracle;
    const auto shapes = shapesFor(oracle, random);
    for (const PassVariant& variant : passVariants()) {
        HitRate hits;
        const FaceOctree octree(inOnePass(variant.settings), makeThreadExecutor(2));
        for (int trial = 0; trial < (kIsSlowBuild ? 6 : 20); ++trial) {
            Step step(random, shapes, static_cast<std::size_t>(2 + trial % 9));
            octree.prepare(step.queries);
            for (const FacePairQuery& query : step.queries) {
                const auto& [a, b, queryDistance, memory] = query;
                const bool isOracle = queryDistance == 0 || variant.isExact;
                const FacePairs truth = isOracle ? sortedPairs(oracle, a, b, queryDistance)
                                                 : sortedPairs(octree, a, b, queryDistance);
                FacePairs found;
                const bool isPrepared = PreparedPairs::take(a, b, queryDistance, *memory, found);
                EXPECT_TRUE(isPrepared || step.queries.size() < 2);
                if (!isPrepared) continue;
                EXPECT_EQ(sorted(found), truth) << variant.name << ", trial " << trial;
                EXPECT_EQ(memory->counters.calls, 1u);
                EXPECT_EQ(memory->counters.facePairs, found.size());
                hits.count(!truth.empty());
            }
        }
        EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.2, 0.8)) << variant.name << ": " << hits.value();
    }
}

SharedMesh triangles(Random& random, Index count) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index face = 0; face < count; ++face) {
        for (const Vec3& corner : randomTriangle(random, 0.5)) vertices.push_back(corner);
        faces.push_back({3 * face, 3 * face + 1, 3 * face + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(StepPass, FindsTheFacesOfTheLastBlockHoweverFewTheyAre) {
    const FaceOctree octree(inOnePass());
    const BruteForce oracle;
    HitRate hits;
    for (Index faces = 1; faces <= 40; ++faces) {
        Random random(faces);
        const auto a = oracle.build(triangles(random, faces)),
                   b = oracle.build(triangles(random, 41 - faces));
        const MeshInstance placedA = {a.get(), randomPlacement(random, 0.2)}, placedB = {b.get(), {}};
        PairMemory memory, other;
        octree.prepare(
            std::vector<FacePairQuery>{{placedA, placedB, 0, &memory}, {placedB, placedA, 0, &other}});
        FacePairs found;
        ASSERT_TRUE(PreparedPairs::take(placedA, placedB, 0, memory, found));
        EXPECT_EQ(sorted(found), sortedPairs(oracle, placedA, placedB)) << faces;
        hits.count(!found.empty());
    }
    EXPECT_GT(hits.value(), 0.7);
}

TEST(StepPass, CountsTheBoxesAndTrianglesOfEachQuery) {
    const FaceOctree octree(inOnePass());
    // Two faces about a box that neither touches.
    const auto box = octree.build(gridBoxMesh({1, 1, 1})),
               around = octree.build(
                   makeMesh({{-5, -5, -5}, {-4, -5, -5}, {-5, -4, -5}, {5, 5, 5}, {4, 5, 5}, {5, 4, 5}},
                            {{0, 1, 2}, {3, 4, 5}}));
    const Matrix3 upright = Matrix3::Identity();
    const MeshInstance a = {box.get(), {}}, b = {around.get(), {}},
                       above = {box.get(), {upright, {0, 0, 0.9}}}, far = {box.get(), {upright, {9, 0, 0}}};
    std::vector<PairMemory> memories(3);
    octree.prepare(std::vector<FacePairQuery>{
        {a, b, 0, &memories[0]}, {a, above, 0, &memories[1]}, {a, far, 0, &memories[2]}});
    FacePairs found;
    ASSERT_TRUE(PreparedPairs::take(a, b, 0, memories[0], found));
    EXPECT_EQ(memories[0].counters.boxTests, 1u + 12u + 1u + 2u);  // a block and the faces of each
    EXPECT_EQ(memories[0].counters.triangleTests, 0u);
    ASSERT_TRUE(PreparedPairs::take(a, above, 0, memories[1], found));
    EXPECT_GE(memories[1].counters.triangleTests, found.size());
    EXPECT_LE(memories[1].counters.triangleTests, 12u * 12u);
    ASSERT_TRUE(PreparedPairs::take(a, far, 0, memories[2], found));
    EXPECT_EQ(memories[2].counters.boxTests, 0u);
}

TEST(StepPass, GivesTheSameForAnyNumberOfThreads) {
    Random random(92);
    const FaceOctree serial(inOnePass());
    const auto shapes = shapesFor(serial, random);
    Step step(random, shapes, 30);
    const auto pairsOf = [&](const FaceOctree& octree) {
        octree.prepare(step.queries);
        std::vector<FacePairs> all;
        for (const auto& [a, b, queryDistance, memory] : step.queries) {
            EXPECT_TRUE(PreparedPairs::take(a, b, queryDistance, *memory, all.emplace_back()));
        }
        return all;
    };
    const auto expected = pairsOf(serial);
    for (const Index threads : {2u, 5u}) {
        EXPECT_EQ(pairsOf(FaceOctree(inOnePass(), makeThreadExecutor(threads))), expected);
    }
}

TEST(StepPass, WhatIsPreparedIsUsedOnceAndForThatQueryOnly) {
    const FaceOctree octree(inOnePass());
    const SharedMesh torus = torusMesh(1, 0.4, 20, 10), knot = knotMesh(60, 6);
    const auto a = octree.build(torus), b = octree.build(knot);
    const MeshInstance placedA = {a.get(), {}}, placedB = {b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.1}}};
    PairMemory memory, other;
    FacePairs found;
    const FacePairQuery queries[] = {{placedA, placedB, 0.01, &memory}, {placedB, placedA, 0.01, &other}};
    const auto isTaken = [&](const MeshInstance& p, const MeshInstance& q, Real queryDistance) {
        octree.prepare(queries);
        return PreparedPairs::take(p, q, queryDistance, memory, found);
    };
    EXPECT_TRUE(isTaken(placedA, placedB, 0.01));
    EXPECT_FALSE(PreparedPairs::take(placedA, placedB, 0.01, memory, found));
    EXPECT_FALSE(isTaken(placedA, placedB, 0.02));
    EXPECT_FALSE(isTaken(placedB, placedA, 0.01));
    MeshInstance moved = placedB;
    moved.pose.translation.x() += 1e-9;
    EXPECT_FALSE(isTaken(placedA, moved, 0.01));
    octree.prepare(queries);
    ASSERT_TRUE(torus->setVertices(std::vector<Vec3>(torus->vertices().begin(), torus->vertices().end())));
    const auto again = octree.rebuild(*a);
    EXPECT_FALSE(PreparedPairs::take({again.get(), {}}, placedB, 0.01, memory, found));
}

TEST(StepPass, TakesNoQueriesByDefault) {
    EXPECT_FALSE(FaceOctree().wantsQueries());
    EXPECT_TRUE(FaceOctree(inOnePass()).wantsQueries());
}

}  // namespace
}  // namespace ricochet::test
