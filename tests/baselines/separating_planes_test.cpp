#include "demos/baselines/separating_planes.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

std::vector<baselines::SeparatingPlanes::Pair> touching(const NarrowPhase& oracle,
                                                        const CollisionModel& model,
                                                        std::span<const Pose> poses) {
    std::vector<baselines::SeparatingPlanes::Pair> pairs;
    for (Index a = 0; a < poses.size(); ++a) {
        for (Index b = a + 1; b < poses.size(); ++b) {
            if (!sortedPairs(oracle, {&model, poses[a]}, {&model, poses[b]}).empty())
                pairs.emplace_back(a, b);
        }
    }
    return pairs;
}

TEST(SeparatingPlanes, FindTheBodiesThatTouchAndKeepPlanesOfTheOthers) {
    Random random(5);
    const BruteForce oracle;
    const auto mesh = sphereMesh(10, 7);
    const auto model = oracle.build(mesh);
    HitRate hits;
    for (int run = 0; run < 60; ++run) {
        std::vector<Pose> poses;
        for (int i = 0; i < 5; ++i) poses.push_back(randomPose(random, 3.2));
        baselines::SeparatingPlanes planes(std::vector<const Mesh*>(poses.size(), mesh.get()));
        for (int step = 0; step < 6; ++step) {
            std::vector<baselines::SeparatingPlanes::Pair> found;
            planes.findCollidingBodies(poses, found);
            EXPECT_EQ(found, touching(oracle, *model, poses)) << "run " << run << ", step " << step;
            hits.count(!found.empty());
            for (Pose& pose : poses) pose.translation += randomPoint(random, 0.02);
        }
        EXPECT_LT(planes.counters().searches, planes.counters().planes);
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.8)) << hits.value();
}

}  // namespace
}  // namespace ricochet::test
