#include "tests/narrow_phase/tested.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <algorithm>

namespace ricochet::test {
namespace {

/// What a pair caches between queries changes no result, nor do threads and deformation.
class NarrowPhaseMemory : public EveryNarrowPhase {
protected:
    FacePairs sortedWith(PairMemory& memory, const MeshInstance& a, const MeshInstance& b,
                         Real queryDistance = 0) const {
        FacePairs found;
        narrowPhase->findFacePairs(a, b, queryDistance, memory, found);
        std::sort(found.begin(), found.end());
        return found;
    }
};

TEST_P(NarrowPhaseMemory, AnotherPoseIsAnotherQuery) {
    const BuiltPair built(*narrowPhase, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.1}}};
    const MeshInstance moved = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.2}}};
    PairMemory memory;
    const FacePairs first = sortedWith(memory, a, b);
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(sortedWith(memory, a, b), first);
    EXPECT_GT(sortedWith(memory, a, b, 0.01).size(), first.size());
    EXPECT_EQ(sortedWith(memory, a, moved), sortedPairs(*narrowPhase, a, moved));
    EXPECT_EQ(sortedWith(memory, a, b), first);
    EXPECT_EQ(memory.counters.calls, 5u);
}

TEST_P(NarrowPhaseMemory, AnotherMeshAtTheSamePoseIsAnotherQuery) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const BuiltPair first(*narrowPhase, torus, knotMesh(60, 6)),
        second(*narrowPhase, torus, knotMesh(60, 6, 0.1));
    PairMemory memory;
    sortedWith(memory, {first.a.get(), {}}, {first.b.get(), {}});
    EXPECT_EQ(sortedWith(memory, {second.a.get(), {}}, {second.b.get(), {}}),
              sortedPairs(*narrowPhase, {second.a.get(), {}}, {second.b.get(), {}}));
}

TEST_P(NarrowPhaseMemory, ADeformedMeshRebuiltGivesThePairsOfBruteForce) {
    const BruteForce oracle;
    const SharedMesh a = torusMesh(1, 0.4, 24, 12), b = knotMesh(60, 6);
    BuiltPair built(*narrowPhase, a, b);
    const BuiltPair truth(oracle, a, b);
    PairMemory memory;
    Random random(71);
    HitRate hits;
    for (int step = 0; step < trials(kIsSlowBuild ? 20 : 200); ++step) {
        ASSERT_TRUE(a->setVertices(shaken(random, *a, 0.002)).has_value());
        built.a = narrowPhase->rebuild(*built.a);
        EXPECT_EQ(built.a->revision(), a->revision());
        const auto [poseA, poseB] = randomPoses(random, 4);
        const FacePairs expected = sortedPairs(oracle, {truth.a.get(), poseA}, {truth.b.get(), poseB});
        EXPECT_EQ(sortedWith(memory, {built.a.get(), poseA}, {built.b.get(), poseB}), expected)
            << "step " << step;
        hits.count(!expected.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST_P(NarrowPhaseMemory, AnyNumberOfThreadsGivesTheSamePairsInTheSameOrder) {
    const SharedMesh mesh = kIsSlowBuild ? sphereMesh(48, 24) : sphereMesh(64, 32);
    const BuiltPair built(*narrowPhase, mesh, mesh);
    Random random(52);
    const std::vector<Real> shifts = kIsSlowBuild ? std::vector{1e-2, 1.0} : std::vector{1e-3, 1e-2, 1.0};
    for (const Real shift : shifts) {
        const MeshInstance a = {built.a.get(), {}};
        const MeshInstance b = {built.b.get(), {randomRotation(random), shift * Vec3::UnitX()}};
        PairMemory serialMemory;
        FacePairs expected;
        narrowPhase->findFacePairs(a, b, 0, serialMemory, expected);
        EXPECT_FALSE(expected.empty());
        for (const Index threads : {2u, 7u}) {
            const auto parallel = GetParam().make(makeThreadExecutor(threads));
            const BuiltPair itsOwn(*parallel, mesh, mesh);
            PairMemory memory;
            FacePairs found;
            parallel->findFacePairs({itsOwn.a.get(), a.pose}, {itsOwn.b.get(), b.pose}, 0, memory, found);
            EXPECT_EQ(found, expected) << threads << " threads";
            EXPECT_EQ(memory.counters.boxTests, serialMemory.counters.boxTests);
            EXPECT_EQ(memory.counters.triangleTests, serialMemory.counters.triangleTests);
        }
    }
}

TEST_P(NarrowPhaseMemory, ManyCallersCanQueryConcurrently) {
    const BuiltPair built(*narrowPhase, torusMesh(1, 0.4, 60, 30), knotMesh(120, 8));
    Random random(38);
    std::vector<Pose> poses(kIsSlowBuild ? 24 : 64);
    for (Pose& pose : poses) pose = randomPlacement(random, 2);
    std::vector<FacePairs> oneByOne(poses.size()), atOnce(poses.size());
    const auto query = [&](const Pose& pose) {
        return sortedPairs(*narrowPhase, {built.a.get(), {}}, {built.b.get(), pose});
    };
    for (std::size_t i = 0; i < poses.size(); ++i) oneByOne[i] = query(poses[i]);
    makeThreadExecutor(4)->run(static_cast<Index>(poses.size()),
                               [&](Index i) { atOnce[i] = query(poses[i]); });
    EXPECT_EQ(atOnce, oneByOne);
}

RICOCHET_FOR_EVERY_NARROW_PHASE(NarrowPhaseMemory);

}  // namespace
}  // namespace ricochet::test
