#include "algorithms/contact/reach.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

ContactScene twoSpheres() { return {sphereMesh(16, 8), at(0, 2.1, 0), sphereMesh(16, 8, 2), Pose{}}; }

TEST(Reach, HoldsGravitysShareOfTheStep) {
    ContactScene scene = twoSpheres();
    const Real h = scene.input.timeStep;
    EXPECT_NEAR(reachOf(scene.input, {}).speculation, 1e-3 + 9.81 * h * h, 1e-9);
    scene.input.motionA.gravity.setZero();
    EXPECT_NEAR(reachOf(scene.input, {}).speculation, 1e-3, 1e-9);
}

TEST(Reach, GrowsWithVelocityAndWithSpin) {
    ContactScene scene = twoSpheres();
    const Real atRest = reachOf(scene.input, {}).speculation;
    scene.input.motionA.linearVelocity = {3, 0, 0};
    const Real moving = reachOf(scene.input, {}).speculation;
    EXPECT_NEAR(moving - atRest, 3 * scene.input.timeStep, 1e-9);
    scene.input.motionB.angularVelocity = {0, 0, 2};
    EXPECT_NEAR(reachOf(scene.input, {}).speculation - moving, 2 * 2 * scene.input.timeStep, 1e-6);
}

TEST(Reach, StaysBelowHalfOfTheSmallerBody) {
    ContactScene scene = twoSpheres();
    scene.input.motionA.linearVelocity = {1000, 0, 0};
    EXPECT_NEAR(reachOf(scene.input, {}).speculation, 0.5, 1e-9);
}

SharedMesh moved(const Mesh& mesh, const Vec3& by) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& v : vertices) v += by;
    return makeMesh(vertices, mesh.faces());
}

TEST(Reach, DoesNotDependOnWhereTheMeshLiesInItsFrame) {
    const Vec3 away(0, 20, 7);
    const auto ball = sphereMesh(16, 8);
    ContactScene near(ball, at(0, 2.1, 0), sphereMesh(16, 8, 2), Pose{});
    ContactScene far(moved(*ball, away), at(0, 2.1 - 20, -7), sphereMesh(16, 8, 2), Pose{});
    for (ContactScene* scene : {&near, &far}) {
        scene->input.motionA.centre = {0, 2.1, 0};
        scene->input.motionA.linearVelocity = {0, -1, 0};
        scene->input.motionA.angularVelocity = {1, 2, 3};
    }
    const Reach a = reachOf(near.input, {}), b = reachOf(far.input, {});
    EXPECT_NEAR(a.skin, b.skin, 1e-12);
    EXPECT_NEAR(a.speculation, b.speculation, 1e-12);
    EXPECT_NEAR(a.first.within, b.first.within, 1e-12);
    EXPECT_NEAR(a.coneTolerance, b.coneTolerance, 1e-12);
}

TEST(Reach, BodiesReachBeyondConcaveBordersAsFarAsTheyMayMoveButNotForEver) {
    ContactScene scene = twoSpheres();
    const Reach slow = reachOf(scene.input, {});
    EXPECT_EQ(slow.extension, slow.speculation);
    scene.input.motionA.linearVelocity = {0.5, 0, 0};
    EXPECT_EQ(reachOf(scene.input, {}).extension, reachOf(scene.input, {}).speculation);
    scene.input.motionA.linearVelocity = {15, 0, 0};
    const Reach fast = reachOf(scene.input, {});
    EXPECT_NEAR(fast.speculation, 0.25, 0.01);
    EXPECT_LT(fast.extension, 0.05);
}

TEST(Reach, LooksAheadByAShareOfTheMotion) {
    ContactScene scene = twoSpheres();
    scene.input.motionA.linearVelocity = {0, -3, 0};
    scene.input.motionB.angularVelocity = {0, 1, 0};
    const Reach reach = reachOf(scene.input, {});
    const Real h = scene.input.timeStep;
    EXPECT_NEAR(reach.motion, h * (3 + 2 * 1), 1e-6);
    const Real time = kTolerances.ahead * h;
    EXPECT_NEAR((reach.first.a.of(Vec3(1, 2.1, 0)) - Vec3(1, 2.1 - 3 * time, 0)).norm(), 0, 1e-9);
    EXPECT_NEAR((reach.first.b.of(Vec3(2, 0, 0)) - 2 * Vec3(std::cos(time), 0, -std::sin(time))).norm(), 0,
                1e-9);
    EXPECT_NEAR(reach.withinNow - reach.first.within, kTolerances.ahead * reach.motion, 0.01);
}

FacePairs pairsAt(const ContactScene& scene, const Look& look) {
    const WideTree tree;
    const auto a = tree.build(scene.modelA->sharedMesh()), b = tree.build(scene.modelB->sharedMesh());
    PairMemory memory;
    FacePairs pairs;
    tree.findFacePairs({a.get(), look.a.of(scene.input.a.pose)}, {b.get(), look.b.of(scene.input.b.pose)},
                       look.within, memory, pairs);
    return pairs;
}

/// A fine ball that turns and comes near another one, and through it if nothing holds it.
ContactScene fineBalls(Index meridians = 64) {
    const auto ball = sphereMesh(meridians, meridians / 2, 0.3);
    ContactScene scene(ball, at(0, 0.63, 0), ball, Pose{});
    scene.input.motionA.centre = {0, 0.63, 0};
    scene.input.motionA.linearVelocity = {1, -5, 0};
    scene.input.motionA.angularVelocity = {2, 0, 1};
    return scene;
}

TEST(Reach, WaysThatAreLongAgainstTheFacesAreLookedAlongInParts) {
    ContactScene scene = fineBalls();
    const Reach fine = reachOf(scene.input, {});
    ASSERT_EQ(fine.later.size(), 2u);
    for (const Look& look : fine.later) EXPECT_LT(look.within, 0.5 * fine.withinNow);
    scene.input.motionA.linearVelocity *= 0.1;
    scene.input.motionA.angularVelocity.setZero();
    EXPECT_TRUE(reachOf(scene.input, {}).later.empty());
}

TEST(Reach, LooksFindAllFacesThatMeetInTheCourseOfTheStep) {
    const ContactScene scene = fineBalls();
    const Reach reach = reachOf(scene.input, {});
    FacePairs seen = pairsAt(scene, reach.first);
    for (const Look& look : reach.later) {
        const FacePairs more = pairsAt(scene, look);
        seen.insert(seen.end(), more.begin(), more.end());
    }
    std::ranges::sort(seen);
    std::size_t met = 0;
    for (int i = 0; i <= 25; ++i) {
        const BodyMotion& motion = scene.input.motionA;
        const Real time = i * scene.input.timeStep / 25;
        Look then;
        then.a.turn =
            Eigen::AngleAxis<Real>(time * motion.angularVelocity.norm(), motion.angularVelocity.normalized())
                .toRotationMatrix();
        then.a.shift = motion.centre + time * motion.linearVelocity - then.a.turn * motion.centre;
        for (const FacePair& pair : pairsAt(scene, then)) {
            EXPECT_TRUE(std::ranges::binary_search(seen, pair)) << i;
            ++met;
        }
    }
    EXPECT_GT(met, 1000u);
}

/// Pairs that a narrow phase hands out where a ball of so many faces comes near another one.
std::size_t workOfBalls(Index meridians) {
    const auto ball = sphereMesh(meridians, meridians / 2, 0.3);
    ContactScene scene(ball, at(0, 0.63, 0), ball, Pose{});
    scene.input.motionA.linearVelocity = {0, -9, 0};
    return scene.contacts(BoxPairs()).facePairs.size();
}

TEST(Reach, WorkGrowsWithTheFacesAndNotWithTheirSquare) {
    const std::size_t coarse = workOfBalls(32), fine = workOfBalls(64);  // four times as many faces
    EXPECT_GT(coarse, 100u);
    EXPECT_LT(fine, 6 * coarse);
}

TEST(Reach, FineBodiesHaveTheSameContactsWhicheverSupersetIsHandedOut) {
    const ContactScene scene = fineBalls(32);
    EXPECT_FALSE(reachOf(scene.input, {}).later.empty());
    const ContactMemory close = scene.contacts(BoxPairs()), all = scene.contacts(AllPairs(7));
    EXPECT_FALSE(close.points.empty());
    expectSame(close, all);
}

TEST(Reach, BodiesThatStandAreLookedForWhereTheyAre) {
    const ContactScene scene = twoSpheres();
    const Reach reach = reachOf(scene.input, {});
    EXPECT_EQ(reach.motion, 0);
    EXPECT_EQ(reach.first.a.of(scene.input.a.pose).translation, scene.input.a.pose.translation);
    EXPECT_EQ(reach.first.within, reach.withinNow);
}

TEST(Reach, FeaturesAreLookedForAsDeepAsTheyMayBe) {
    const ContactScene scene = twoSpheres();
    const Reach unknown = reachOf(scene.input, {});
    EXPECT_NEAR(unknown.featureDepth, 0.01, 1e-12);
    const Reach resting = reachOf(scene.input, {}, FeatureDepth{0.0002, at(0, 2.1, 0)});
    EXPECT_NEAR(resting.featureDepth, 0.0012, 1e-12);
    EXPECT_LT(resting.first.within, unknown.first.within);
    EXPECT_EQ(resting.shallowDepth, unknown.shallowDepth);
}

TEST(Reach, ConesOpenWithTheTurnOfTheStep) {
    ContactScene scene = twoSpheres();
    const Real atRest = reachOf(scene.input, {}).coneTolerance;
    scene.input.motionA.angularVelocity = {0, 6, 0};
    EXPECT_NEAR(reachOf(scene.input, {}).coneTolerance - atRest, 0.1, 1e-9);
    scene.input.motionA.angularVelocity = {0, 600, 0};
    EXPECT_NEAR(reachOf(scene.input, {}).coneTolerance - atRest, 0.3, 1e-9);
}

TEST(Reach, ConesOpenWithTheTurnThatALandingMayBring) {
    ContactScene scene = twoSpheres();
    const Real atRest = reachOf(scene.input, {}).landingTolerance;
    const Real radius = std::min(scene.input.surfaceA->radius, scene.input.surfaceB->radius);
    scene.input.motionA.linearVelocity = {0, -6 * radius, 0};
    EXPECT_NEAR(reachOf(scene.input, {}).landingTolerance - atRest, 0.1, 1e-9);
    scene.input.motionB.linearVelocity = {0, -6 * radius, 0};
    EXPECT_NEAR(reachOf(scene.input, {}).landingTolerance - atRest, 0, 1e-9);
}

}  // namespace
}  // namespace ricochet::test
