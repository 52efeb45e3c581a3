#include "algorithms/closest_features/hull_then_faces.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/closest_features/hull_model.h"
#include "tests/support/collision_cases.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

/// The least distance of placed vertices along a normal: upper bound of a proof.
Real gapAlong(const PlacedPolytope& a, const PlacedPolytope& b, const Vec3& normal) {
    Real maximum = -kAnyDistance, minimum = kAnyDistance;
    for (const Vec3& v : a.polytope->vertices)
        maximum = std::max(maximum, normal.dot(transformPoint(a.pose, v)));
    for (const Vec3& v : b.polytope->vertices)
        minimum = std::min(minimum, normal.dot(transformPoint(b.pose, v)));
    return minimum - maximum;
}

TEST(SeparationProof, HoldsForAllMotionsItAllows) {
    Random random(51);
    const Polytope cube = buildPolytope(torusMesh(1, 0.4, 24, 12)->vertices()).value();
    HitRate stillHolds;
    for (int trial = 0; trial < 2000; ++trial) {
        const PlacedPolytope a{&cube, randomPose(random, 1)}, b{&cube, {randomRotation(random), {3, 0, 0.5}}};
        const SeparationProof proof = proveSeparation(a, b, b.pose.translation - a.pose.translation);
        EXPECT_LE(proof.gap, gapAlong(a, b, proof.normal));
        PlacedPolytope movedA = a, movedB = b;
        for (Pose* pose : {&movedA.pose, &movedB.pose}) {
            const Vec3 axis = randomPoint(random).normalized();
            pose->rotation = Eigen::AngleAxis<Real>(uniform(random, 0, 0.2), axis) * pose->rotation;
            pose->translation += 0.1 * randomPoint(random);
        }
        const Real gap = proof.gapAt(movedA, movedB);
        EXPECT_LE(gap, gapAlong(movedA, movedB, proof.normal));
        stillHolds.count(gap > 0);
    }
    EXPECT_TRUE(stillHolds.isBetween(0.2, 0.8)) << stillHolds.value();
}

TEST(HullThenFaces, FacesAreNotTestedIfHullsAreApart) {
    const HullThenFaces narrowPhase(std::make_shared<BruteForce>());
    const auto model = narrowPhase.build(torusMesh(1, 0.4, 24, 12));
    PairMemory memory;
    FacePairs out;
    for (int step = 0; step < 100; ++step) {
        const Pose pose{Matrix3::Identity(), {3 + 0.001 * step, 0, 0}};
        narrowPhase.findFacePairs({model.get(), {}}, {model.get(), pose}, 0.1, memory, out);
        EXPECT_TRUE(out.empty());
    }
    EXPECT_EQ(memory.counters.triangleTests, 0u);
    EXPECT_EQ(memory.counters.calls, 100u);
    narrowPhase.findFacePairs({model.get(), {}}, {model.get(), {Matrix3::Identity(), {2, 0, 0}}}, 0, memory,
                              out);
    EXPECT_FALSE(out.empty());
    EXPECT_GT(memory.counters.triangleTests, 0u);
}

TEST(HullThenFaces, AnOldProofIsUsedUntilTheBodiesCouldMeet) {
    const HullThenFaces narrowPhase(std::make_shared<BruteForce>());
    const auto model = narrowPhase.build(torusMesh(1, 0.4, 24, 12));
    PairMemory memory;
    for (int step = 0; step < 200; ++step) {
        const Pose pose{Matrix3::Identity(), {4 - 0.005 * step, 0, 0}};
        EXPECT_FALSE(narrowPhase.findFirstPair({model.get(), {}}, {model.get(), pose}, memory).has_value());
    }
    const auto* const ours = asKind<hull_then_faces::HullMemory>(memory.cache.get());
    ASSERT_NE(ours, nullptr);
    EXPECT_LE(ours->features.counters.queries, 2u);
}

/// Number of triangle tests of one query for the first pair, which must exist.
std::uint64_t testsOfFirstPair(const HullThenFaces& narrowPhase,
                               const std::shared_ptr<const CollisionModel>& model, const Pose& pose,
                               PairMemory& memory) {
    const std::uint64_t before = memory.counters.triangleTests;
    const auto pair = narrowPhase.findFirstPair({model.get(), {}}, {model.get(), pose}, memory);
    EXPECT_TRUE(pair.has_value());
    return memory.counters.triangleTests - before;
}

TEST(HullThenFaces, FacesAreNotTestedIfRedFeaturesIntersect) {
    const HullThenFaces narrowPhase(std::make_shared<BruteForce>(), {false, true});
    const auto model = narrowPhase.build(gridBoxMesh({1, 1, 1}, 2));  // 48 faces
    PairMemory memory;
    // a corner of one in the middle of the other's side
    const Pose pose{Eigen::AngleAxis<Real>(0.8, Vec3(1, 2, 0).normalized()).toRotationMatrix(),
                    {1.2, 0.1, 0.05}};
    EXPECT_LE(testsOfFirstPair(narrowPhase, model, pose, memory), 16u);
    const HullThenFaces without(std::make_shared<BruteForce>(), {false, false});
    const auto other = without.build(gridBoxMesh({1, 1, 1}, 2));
    PairMemory fresh;
    EXPECT_GT(testsOfFirstPair(without, other, pose, fresh), 16u);
}

TEST(HullThenFaces, TheLastPairIsTestedFirst) {
    const HullThenFaces narrowPhase(std::make_shared<BruteForce>());
    const auto model = narrowPhase.build(torusMesh(1, 0.4, 24, 12));
    PairMemory memory;
    const Pose pose{Matrix3::Identity(), {1.7, 0, 0}};
    testsOfFirstPair(narrowPhase, model, pose, memory);
    EXPECT_EQ(testsOfFirstPair(narrowPhase, model, pose, memory), 1u);
}

TEST(HullThenFaces, FirstPairsAgreeWithBruteForce) {
    Random random(52);
    HitRate meet;
    for (const Case& c : cases()) {
        const BruteForce oracle;
        const auto brutes = std::pair(oracle.build(c.a), oracle.build(c.b));
        for (const bool red : {false, true}) {
            const HullThenFaces narrowPhase(std::make_shared<BruteForce>(), {red, red});
            const auto a = narrowPhase.build(c.a), b = narrowPhase.build(c.b);
            PairMemory memory, ofOracle;
            auto [poseA, poseB] = randomPoses(random, c.spread);
            for (int step = 0; step < 40; ++step) {
                poseB.translation += 0.05 * c.spread * randomPoint(random);
                FacePairs truth;
                oracle.findFacePairs({brutes.first.get(), poseA}, {brutes.second.get(), poseB}, 0, ofOracle,
                                     truth);
                const auto pair = narrowPhase.findFirstPair({a.get(), poseA}, {b.get(), poseB}, memory);
                ASSERT_EQ(pair.has_value(), !truth.empty()) << c.name;
                if (pair) {
                    EXPECT_TRUE(std::find(truth.begin(), truth.end(), *pair) != truth.end());
                }
                meet.count(pair.has_value());
            }
        }
    }
    EXPECT_TRUE(meet.isBetween(0.2, 0.8)) << meet.value();
}

TEST(HullThenFaces, OpenSurfacesAndScaledPosesAreLeftToTheFaces) {
    const auto triangle = Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
    const HullThenFaces narrowPhase(std::make_shared<BruteForce>());
    const auto model = narrowPhase.build(triangle);
    PairMemory memory;
    FacePairs out;
    const Pose doubled{2 * Matrix3::Identity(), {-0.5, -0.5, 0}};
    narrowPhase.findFacePairs({model.get(), {}}, {model.get(), doubled}, 0, memory, out);
    EXPECT_EQ(out.size(), 1u);
    narrowPhase.findFacePairs({model.get(), {}}, {model.get(), {Matrix3::Identity(), {0, 0, 1}}}, 0, memory,
                              out);
    EXPECT_TRUE(out.empty());
}

}  // namespace
}  // namespace ricochet::test
