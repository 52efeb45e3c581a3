#include "algorithms/wide_tree/coherence.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr int kSteps = kIsSlowBuild ? 40 : 400;

/// A body that turns and moves by so much in each step.
struct Motion {
    Vec3 axis;
    Real angle;
    Vec3 velocity;

    Pose next(const Pose& pose) const {
        const Matrix3 turn = Eigen::AngleAxis<Real>(angle, axis).toRotationMatrix();
        return {turn * pose.rotation, pose.translation + velocity};
    }
};

TEST(WideTreeCoherence, AFrontGivesThePairsOfBruteForceAtEveryStep) {
    for (const Case& c : cases()) {
        Random random(64);
        const WideTree wide;
        const AgainstBruteForce both(wide, c.a, c.b);
        const BuiltPair built(wide, c.a, c.b);
        PairMemory memory;
        HitRate hits;
        FacePairs found;
        for (int start = 0; start < 8; ++start) {
            auto [poseA, poseB] = randomPoses(random, 0.7 * c.spread);
            // From motions that a front outlasts for long to such as leave it at once.
            const Real speed = std::pow(10, uniform(random, -5, -1));
            const Motion motion = {randomPoint(random).normalized(), speed, speed * randomPoint(random)};
            for (int step = 0; step < kSteps / 8; ++step) {
                poseB = motion.next(poseB);
                if (step % 3 == 0) poseA = motion.next(poseA);
                const FacePairs truth = both.truth(poseA, poseB);
                wide.findFacePairs({built.a.get(), poseA}, {built.b.get(), poseB}, 0, memory, found);
                std::sort(found.begin(), found.end());
                ASSERT_EQ(found, truth) << c.name << ", speed " << speed << ", step " << step;
                hits.count(!truth.empty());
            }
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.95)) << c.name << ": " << hits.value();
    }
}

TEST(WideTreeCoherence, AFrontIsValidForADistanceToo) {
    const Case c = cases()[0];
    Random random(65);
    const WideTree wide;
    const AgainstBruteForce both(wide, c.a, c.b);
    const BuiltPair built(wide, c.a, c.b);
    PairMemory memory;
    FacePairs found;
    Pose pose = {randomRotation(random), {2.2, 0.2, 0.1}};
    const Motion motion = {Vec3::UnitY(), 0.004, {-0.001, 0, 0}};
    for (int step = 0; step < kSteps / 4; ++step) {
        pose = motion.next(pose);
        const Real queryDistance = 0.02 + 0.02 * std::sin(0.3 * step);
        const FacePairs truth = both.truth({}, pose, queryDistance);
        wide.findFacePairs({built.a.get(), {}}, {built.b.get(), pose}, queryDistance, memory, found);
        std::sort(found.begin(), found.end());
        ASSERT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end())) << step;
        ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
    }
}

TEST(WideTreeCoherence, SlowMotionTestsFewerBoxesThanAFreshQuery) {
    const WideTree wide;
    const SharedMesh sphere = sphereMesh(64, 32);
    const BuiltPair built(wide, sphere, sphere);
    PairMemory warm;
    std::uint64_t fresh = 0;
    FacePairs found;
    Pose pose = {Matrix3::Identity(), {1.9, 0.1, 0.1}};
    const Motion motion = {Vec3::UnitZ(), 0.0005, Vec3::Zero()};
    for (int step = 0; step < 30; ++step) {
        pose = motion.next(pose);
        PairMemory memory;
        wide.findFacePairs({built.a.get(), {}}, {built.b.get(), pose}, 0, memory, found);
        const std::size_t count = found.size();
        wide.findFacePairs({built.a.get(), {}}, {built.b.get(), pose}, 0, warm, found);
        EXPECT_EQ(found.size(), count);
        fresh += memory.counters.boxTests;
    }
    EXPECT_LT(2 * warm.counters.boxTests, fresh);
}

TEST(WideTreeCoherence, AFrontOfAnotherMeshIsNotUsed) {
    const WideTree wide;
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const BuiltPair first(wide, torus, knotMesh(60, 6)), second(wide, torus, sphereMesh(24, 12));
    PairMemory memory;
    FacePairs found;
    Pose pose;
    for (int step = 0; step < 6; ++step) {
        pose.translation.x() += 1e-4;
        const BuiltPair& built = step < 3 ? first : second;
        wide.findFacePairs({built.a.get(), {}}, {built.b.get(), pose}, 0, memory, found);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, sortedPairs(wide, {built.a.get(), {}}, {built.b.get(), pose})) << step;
    }
}

TEST(WideTreeCoherence, DisplacementIsThatOfTheCornerThatMovesMost) {
    Random random(66);
    wide_tree::FrameBox box = {};
    const Matrix3 axes = randomRotation(random);
    for (int k = 0; k < 3; ++k) {
        box.x[k] = static_cast<float>(axes(k, 0));
        box.y[k] = static_cast<float>(axes(k, 1));
        box.z[k] = static_cast<float>(axes(k, 2));
        box.half[k] = static_cast<float>(k + 1);
    }
    for (int trial = 0; trial < 100; ++trial) {
        RelativePose before = {randomRotation(random), randomPoint(random), 0, 0, 0, 1};
        RelativePose now = {randomRotation(random), randomPoint(random), 0, 0, 0, 1};
        Real maximum = 0;
        for (int sample = 0; sample < 1000; ++sample) {
            Vec3 x;
            for (int k = 0; k < 3; ++k) x[k] = box.half[k] * uniform(random, -1, 1);
            if (sample < 8) x = {sample & 1 ? 1. : -1., sample & 2 ? 2. : -2., sample & 4 ? 3. : -3.};
            const Vec3 y = box.frame().cast<Real>().transpose() * x;
            maximum = std::max(
                maximum,
                (now.rotation * y + now.translation - before.rotation * y - before.translation).norm());
        }
        const Real found = wide_tree::displacement(before, now, box);
        EXPECT_GE(found, maximum);
        EXPECT_LE(found, 1.0001 * maximum);
    }
}

}  // namespace
}  // namespace ricochet::test
