#include "algorithms/closest_features/closest_features.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr int kDegeneratePoses = kIsSlowBuild ? 40 : 400;

TEST(DegeneratePolytopes, AgreeWithAllFeaturesIfTheyAreApart) {
    auto all = flatPolytopes();
    all.push_back({"cube", polytopeOf(boxPoints({0.5, 0.5, 0.5}))});
    Random random(31);
    int apart = 0;
    for (const NamedPolytope& a : all) {
        for (const NamedPolytope& b : all) {
            for (int trial = 0; trial < kDegeneratePoses; ++trial) {
                const Pose poseA = randomPose(random, 0.8), poseB = randomPose(random, 0.8);
                FeatureMemory memory;
                const ClosestFeatures answer =
                    findClosestFeatures(a.polytope, poseA, b.polytope, poseB, memory);
                ASSERT_TRUE(std::isfinite(answer.distance)) << a.name << ", " << b.name;
                if (answer.distance <= 0) continue;
                ++apart;
                const PlacedPair pair(a.polytope, poseA, b.polytope, poseB);
                const Witnesses w = findWitnesses(pair, exhaustiveFeatures(pair));
                EXPECT_NEAR(answer.distance, (w.onA - w.onB).norm(), 1e-13) << a.name << ", " << b.name;
                EXPECT_TRUE(answer.isCertified) << a.name << ", " << b.name;
            }
        }
    }
    EXPECT_GT(apart, 10 * kDegeneratePoses);
}

TEST(DegeneratePolytopes, FlatOnesThatCrossHaveADepth) {
    const Polytope square = polytopeOf({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
    const Pose upright{Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix(),
                       {0, 0.25, 0.5}};
    FeatureMemory memory;
    const ClosestFeatures answer = findClosestFeatures(square, {}, square, upright, memory);
    EXPECT_NEAR(answer.distance, -0.5, 1e-14);
}

TEST(DegeneratePolytopes, APointInACubeIsAsDeepAsTheDistanceOfItsNearestFace) {
    const Polytope cube = polytopeOf(boxPoints({1, 1, 1})), point = polytopeOf({{0, 0, 0}});
    FeatureMemory memory;
    const ClosestFeatures answer =
        findClosestFeatures(cube, {}, point, {Matrix3::Identity(), {0.1, 0.2, -0.7}}, memory);
    EXPECT_NEAR(answer.distance, -0.3, 1e-14);
    EXPECT_NEAR((answer.normal - Vec3(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(DegeneratePolytopes, CoincidentAndCoplanarOnesTouch) {
    const auto all = flatPolytopes();
    for (const NamedPolytope& p : all) {
        FeatureMemory memory;
        const ClosestFeatures answer = findClosestFeatures(p.polytope, {}, p.polytope, {}, memory);
        EXPECT_NEAR(answer.distance, 0, 1e-14) << p.name;
        EXPECT_NEAR(answer.normal.norm(), 1, 1e-14) << p.name;
    }
}

TEST(DegeneratePolytopes, AspectRatioOfAMillionIsCertified) {
    const Polytope needle = polytopeOf(boxPoints({1, 1e-6, 1e-6})),
                   plate = polytopeOf(boxPoints({1, 1, 1e-6}));
    Random random(33);
    for (int trial = 0; trial < kDegeneratePoses; ++trial) {
        const Pose pose = randomPose(random, 0.8);
        FeatureMemory memory;
        EXPECT_TRUE(findClosestFeatures(needle, {}, plate, pose, memory).isCertified) << trial;
    }
}

}  // namespace
}  // namespace ricochet::test
