#include "algorithms/closest_features/expanding_polytope.h"
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
