#include "algorithms/closest_features/epa.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr int kDeepPoses = kIsSlowBuild ? 10 : 60;

TEST(ExpandingPolytope, FindsTheLeastOverlapOfAllAxes) {
    const auto all = allPolytopes();
    Random random(41);
    int deep = 0;
    for (const NamedPolytope& a : all) {
        for (const NamedPolytope& b : all) {
            if (a.polytope.edges.size() * b.polytope.edges.size() > 20000) continue;
            for (int trial = 0; trial < kDeepPoses; ++trial) {
                const Pose poseA = randomPose(random, 0.4), poseB = randomPose(random, 0.4);
                const PlacedPair pair(a.polytope, poseA, b.polytope, poseB);
                const HullPenetration truth = exhaustiveAxes(pair);
                ExpandingPolytope polytope;
                const auto found = polytope.expand(pair, Vec3::UnitX());
                ASSERT_TRUE(found.has_value()) << a.name << ", " << b.name;
                EXPECT_EQ(found->depth < 0, truth.depth < 0) << a.name << ", " << b.name;
                if (truth.depth < 0) continue;
                ++deep;
                EXPECT_NEAR(found->depth, truth.depth, 1e-12) << a.name << ", " << b.name;
            }
        }
    }
    EXPECT_GT(deep, 20 * kDeepPoses);
}

/// The result from the faces near the origin agrees with all axes, however far the bodies have moved.
TEST(ExpandingPolytope, TracksTheLeastOverlapOfAllAxes) {
    const auto all = allPolytopes();
    Random random(43);
    int tracked = 0;
    for (const NamedPolytope& a : all) {
        for (const NamedPolytope& b : all) {
            if (a.polytope.edges.size() * b.polytope.edges.size() > 20000) continue;
            Pose pose = randomPose(random, 0.3);
            ExpandingPolytope polytope;
            const Real speed = std::pow(10, uniform(random, -4, -1));
            for (int step = 0; step < kDeepPoses; ++step) {
                pose.rotation =
                    Eigen::AngleAxis<Real>(speed, randomPoint(random).normalized()) * pose.rotation;
                pose.translation += speed * randomPoint(random);
                const PlacedPair pair(a.polytope, {}, b.polytope, pose);
                if (const auto found = polytope.track(pair)) {
                    ++tracked;
                    EXPECT_TRUE(found->isCertified);
                    EXPECT_NEAR(found->depth, exhaustiveAxes(pair).depth, 1e-12) << a.name << ", " << b.name;
                    EXPECT_NEAR((found->onB + found->depth * found->normal - found->onA).norm(), 0, 1e-10)
                        << a.name << ", " << b.name;
                } else if (const auto grown = polytope.expand(pair, Vec3::UnitX());
                           grown && grown->depth < 0) {
                    polytope.clear();
                }
            }
        }
    }
    EXPECT_GT(tracked, 10 * kDeepPoses);
}

TEST(ExpandingPolytope, MovedByTheDepthTheyTouch) {
    const auto all = allPolytopes();
    Random random(42);
    for (int trial = 0; trial < 10 * kDeepPoses; ++trial) {
        const Polytope& a = all[static_cast<std::size_t>(trial) % all.size()].polytope;
        const Polytope& b = all[static_cast<std::size_t>(trial / 3) % all.size()].polytope;
        Pose pose = randomPose(random, 0.3);
        FeatureMemory memory, again;
        const ClosestFeatures deep = findClosestFeatures(a, {}, b, pose, memory);
        if (deep.distance >= 0) continue;
        pose.translation += deep.distance * deep.normal;  // against the normal: away from A
        EXPECT_NEAR(findClosestFeatures(a, {}, b, pose, again).distance, 0, 1e-12) << trial;
    }
}

}  // namespace
}  // namespace ricochet::test
