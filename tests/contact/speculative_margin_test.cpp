#include "algorithms/contact/speculative_margin.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/contact/contact_scene.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace ricochet::test {
namespace {

ContactScene twoSpheres() { return {sphereMesh(16, 8), at(0, 2.1, 0), sphereMesh(16, 8, 2), Pose{}}; }

/// Position of a body's point after a step as Bullet makes it: gravity changes the velocity first.
Vec3 afterStep(const Vec3& point, const BodyMotion& motion, Real timeStep) {
    const Vec3 turn = timeStep * motion.angularVelocity;
    const Matrix3 rotation = turn.isZero(0)
                                 ? Matrix3(Matrix3::Identity())
                                 : Eigen::AngleAxis<Real>(turn.norm(), turn.normalized()).toRotationMatrix();
    return motion.centre + timeStep * (motion.linearVelocity + timeStep * motion.gravity) +
           rotation * (point - motion.centre);
}

/// Metres: the most by which the distance of a vertex of A and one of B decreases within the step.
Real greatestApproach(const ContactScene& scene) {
    const PairInput& input = scene.input;
    Real greatest = 0;
    for (const Vec3& v : scene.modelA->mesh().vertices()) {
        for (const Vec3& w : scene.modelB->mesh().vertices()) {
            const Vec3 p = transformPoint(input.a.pose, v), q = transformPoint(input.b.pose, w);
            const Vec3 later = afterStep(p, input.a.motion, input.step.timeStep) -
                               afterStep(q, input.b.motion, input.step.timeStep);
            greatest = std::max(greatest, (p - q).norm() - later.norm());
        }
    }
    return greatest;
}

ContactScene movingSpheres(Random& random) {
    ContactScene scene = twoSpheres();
    scene.input.a.motion.linearVelocity = 8 * randomPoint(random);
    scene.input.a.motion.angularVelocity = 4 * randomPoint(random);
    scene.input.b.motion.linearVelocity = 3 * randomPoint(random);
    scene.input.b.motion.angularVelocity = 3 * randomPoint(random);
    return scene;
}

TEST(SpeculativeMargin, ContainsAllThatMayTouchWithinTheStep) {
    Random random(41);
    Real maximum = 0;
    for (int i = 0; i < 60; ++i) {
        const ContactScene scene = movingSpheres(random);
        const Real speculation = speculativeMargin(scene.input, {}).distance;
        ASSERT_LT(speculation, 0.49) << "limited by the body's size";
        const Real approach = greatestApproach(scene);
        EXPECT_LT(approach, speculation) << i;
        maximum = std::max(maximum, approach / speculation);
    }
    EXPECT_GT(maximum, 0.7);  // the bound is tight
}

TEST(SpeculativeMargin, CoversTheFallOfRestingBodies) {
    ContactScene scene = twoSpheres();
    const Real falling = greatestApproach(scene), margin = speculativeMargin(scene.input, {}).distance;
    EXPECT_GT(falling, 1e-3);
    EXPECT_LT(falling, margin);
    scene.input.a.motion.gravity.setZero();
    scene.input.b.motion.gravity.setZero();
    EXPECT_EQ(greatestApproach(scene), 0);
    EXPECT_LT(speculativeMargin(scene.input, {}).distance, margin - 0.9 * falling);
}

TEST(SpeculativeMargin, StaysBelowHalfOfTheSmallerBody) {
    ContactScene scene = twoSpheres();
    scene.input.a.motion.linearVelocity = {1000, 0, 0};
    EXPECT_NEAR(speculativeMargin(scene.input, {}).distance, 0.5, 1e-9);
}

SharedMesh moved(const Mesh& mesh, const Vec3& by) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& v : vertices) v += by;
    return makeMesh(vertices, mesh.faces());
}

TEST(SpeculativeMargin, DoesNotDependOnWhereTheMeshLiesInItsFrame) {
    const Vec3 away(0, 20, 7);
    const auto sphere = sphereMesh(16, 8);
    ContactScene near(sphere, at(0, 2.1, 0), sphereMesh(16, 8, 2), Pose{});
    ContactScene far(moved(*sphere, away), at(0, 2.1 - 20, -7), sphereMesh(16, 8, 2), Pose{});
    for (ContactScene* scene : {&near, &far}) {
        scene->input.a.motion.centre = {0, 2.1, 0};
        scene->input.a.motion.linearVelocity = {0, -1, 0};
        scene->input.a.motion.angularVelocity = {1, 2, 3};
    }
    const SpeculativeMargin a = speculativeMargin(near.input, {}), b = speculativeMargin(far.input, {});
    EXPECT_NEAR(a.linearSlop, b.linearSlop, 1e-12);
    EXPECT_NEAR(a.distance, b.distance, 1e-12);
    EXPECT_NEAR(a.searches.front().queryDistance, b.searches.front().queryDistance, 1e-12);
    EXPECT_NEAR(a.coneTolerance, b.coneTolerance, 1e-12);
}

TEST(SpeculativeMargin, BodiesExtendBeyondConcaveEdgesAsFarAsTheyMayMove) {
    ContactScene scene = twoSpheres();
    const SpeculativeMargin slow = speculativeMargin(scene.input, {});
    EXPECT_EQ(slow.extension, slow.distance);
    scene.input.a.motion.linearVelocity = {0.5, 0, 0};
    EXPECT_EQ(speculativeMargin(scene.input, {}).extension, speculativeMargin(scene.input, {}).distance);
    scene.input.a.motion.linearVelocity = {15, 0, 0};
    const SpeculativeMargin fast = speculativeMargin(scene.input, {});
    EXPECT_NEAR(fast.distance, 0.25, 0.01);
    EXPECT_LT(fast.extension, 0.05);
}

TEST(SpeculativeMargin, TheFirstSearchIsAheadByAFractionOfTheMotion) {
    ContactScene scene = twoSpheres();
    scene.input.a.motion.linearVelocity = {0, -3, 0};
    scene.input.b.motion.angularVelocity = {0, 1, 0};
    const SpeculativeMargin margin = speculativeMargin(scene.input, {});
    const Real h = scene.input.step.timeStep;
    EXPECT_NEAR(margin.approach, h * (3 + 2 * 1), 1e-6);
    const Real time = kTolerances.lookAheadFraction * h;
    EXPECT_NEAR((displaced(Vec3(1, 2.1, 0), margin.searches.front().a) - Vec3(1, 2.1 - 3 * time, 0)).norm(),
                0, 1e-9);
    EXPECT_NEAR(
        (displaced(Vec3(2, 0, 0), margin.searches.front().b) - 2 * Vec3(std::cos(time), 0, -std::sin(time)))
            .norm(),
        0, 1e-9);
    EXPECT_NEAR(margin.queryDistance - margin.searches.front().queryDistance,
                kTolerances.lookAheadFraction * margin.approach, 0.01);
}

FacePairs pairsAt(const ContactScene& scene, const ProximitySearch& search) {
    const WideTree tree;
    const auto a = tree.build(scene.modelA->sharedMesh()), b = tree.build(scene.modelB->sharedMesh());
    PairMemory memory;
    FacePairs pairs;
    tree.findFacePairs({a.get(), displaced(scene.input.a.pose, search.a)},
                       {b.get(), displaced(scene.input.b.pose, search.b)}, search.queryDistance, memory,
                       pairs);
    return pairs;
}

/// A fine sphere that rotates and approaches another one, fast enough to penetrate it within the step.
ContactScene fineSpheres(Index meridians = 64) {
    const auto sphere = sphereMesh(meridians, meridians / 2, 0.3);
    ContactScene scene(sphere, at(0, 0.63, 0), sphere, Pose{});
    scene.input.a.motion.centre = {0, 0.63, 0};
    scene.input.a.motion.linearVelocity = {1, -5, 0};
    scene.input.a.motion.angularVelocity = {2, 0, 1};
    return scene;
}

TEST(SpeculativeMargin, MotionsLongerThanTheFacesAreSearchedInParts) {
    ContactScene scene = fineSpheres();
    const SpeculativeMargin fine = speculativeMargin(scene.input, {});
    ASSERT_EQ(fine.searches.size(), 3u);
    for (const ProximitySearch& search : std::span(fine.searches).subspan(1)) {
        EXPECT_LT(search.queryDistance, 0.5 * fine.queryDistance);
    }
    scene.input.a.motion.linearVelocity *= 0.1;
    scene.input.a.motion.angularVelocity.setZero();
    EXPECT_EQ(speculativeMargin(scene.input, {}).searches.size(), 1u);
}

TEST(SpeculativeMargin, TheSearchesFindAllFacesThatMeetDuringTheStep) {
    const ContactScene scene = fineSpheres();
    const SpeculativeMargin margin = speculativeMargin(scene.input, {});
    FacePairs seen;
    for (const ProximitySearch& search : margin.searches) {
        const FacePairs more = pairsAt(scene, search);
        seen.insert(seen.end(), more.begin(), more.end());
    }
    std::ranges::sort(seen);
    std::size_t met = 0;
    for (int i = 0; i <= 25; ++i) {
        const BodyMotion& motion = scene.input.a.motion;
        const Real time = i * scene.input.step.timeStep / 25;
        ProximitySearch then;
        then.a.rotation =
            Eigen::AngleAxis<Real>(time * motion.angularVelocity.norm(), motion.angularVelocity.normalized())
                .toRotationMatrix();
        then.a.translation = motion.centre + time * motion.linearVelocity - then.a.rotation * motion.centre;
        for (const FacePair& pair : pairsAt(scene, then)) {
            EXPECT_TRUE(std::ranges::binary_search(seen, pair)) << i;
            ++met;
        }
    }
    EXPECT_GT(met, 1000u);
}

/// The number of face pairs that a narrow phase returns for a sphere that approaches another one.
std::size_t workOfSpheres(Index meridians) {
    const auto sphere = sphereMesh(meridians, meridians / 2, 0.3);
    ContactScene scene(sphere, at(0, 0.63, 0), sphere, Pose{});
    scene.input.a.motion.linearVelocity = {0, -9, 0};
    return scene.contacts(BoxPairs()).facePairs.size();
}

TEST(SpeculativeMargin, WorkGrowsWithTheFacesAndNotWithTheirSquare) {
    const std::size_t coarse = workOfSpheres(32), fine = workOfSpheres(64);  // four times as many faces
    EXPECT_GT(coarse, 100u);
    EXPECT_LT(fine, 6 * coarse);
}

TEST(SpeculativeMargin, ContactsOfFineBodiesDoNotDependOnTheSuperset) {
    const ContactScene scene = fineSpheres(32);
    EXPECT_GT(speculativeMargin(scene.input, {}).searches.size(), 1u);
    const PersistentContacts close = scene.contacts(BoxPairs()), all = scene.contacts(AllPairs(7));
    EXPECT_FALSE(close.points.empty());
    expectSame(close, all);
}

TEST(SpeculativeMargin, StandingBodiesAreSearchedWhereTheyAre) {
    const ContactScene scene = twoSpheres();
    const SpeculativeMargin margin = speculativeMargin(scene.input, {});
    EXPECT_EQ(margin.approach, 0);
    EXPECT_EQ(displaced(scene.input.a.pose, margin.searches.front().a).translation,
              scene.input.a.pose.translation);
    EXPECT_EQ(margin.searches.front().queryDistance, margin.queryDistance);
}

TEST(SpeculativeMargin, FeaturesAreSearchedToTheGreatestPossibleDepth) {
    const ContactScene scene = twoSpheres();
    const SpeculativeMargin unknown = speculativeMargin(scene.input, {});
    EXPECT_EQ(unknown.featureDepth, unknown.shallowDepth);
    const SpeculativeMargin resting = speculativeMargin(scene.input, {}, DepthBound{0.0002, at(0, 2.1, 0)});
    EXPECT_GT(resting.featureDepth, 0.0002);
    EXPECT_LT(resting.featureDepth, unknown.featureDepth / 4);
    EXPECT_LT(resting.searches.front().queryDistance, unknown.searches.front().queryDistance);
    EXPECT_EQ(resting.shallowDepth, unknown.shallowDepth);
}

/// Sine of the largest angle by which a step rotates A's normals relative to B's.
Real turnOf(const ContactScene& scene) {
    const BodyMotion &a = scene.input.a.motion, &b = scene.input.b.motion;
    Real sine = 0;
    for (const Vec3& n : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
        BodyMotion turning;
        turning.angularVelocity = a.angularVelocity - b.angularVelocity;
        sine = std::max(sine, n.cross(afterStep(n, turning, scene.input.step.timeStep)).norm());
    }
    return sine;
}

TEST(SpeculativeMargin, ConesOpenByTheRotationWithinAStep) {
    Random random(43);
    for (int i = 0; i < 50; ++i) {
        ContactScene scene = twoSpheres();
        const Real atRest = speculativeMargin(scene.input, {}).coneTolerance;
        scene.input.a.motion.angularVelocity = 6 * randomPoint(random);
        scene.input.b.motion.angularVelocity = 4 * randomPoint(random);
        const Real turn = turnOf(scene), opened = speculativeMargin(scene.input, {}).coneTolerance - atRest;
        EXPECT_GT(opened, 0.999 * turn) << i;
        EXPECT_LT(opened, 1.3 * turn) << i;  // the worst of three normals rotates nearly as far as any
    }
}

TEST(SpeculativeMargin, ConesStayValidForAnySpin) {
    ContactScene scene = twoSpheres();
    scene.input.a.motion.angularVelocity = {0, 600, 0};
    EXPECT_LT(speculativeMargin(scene.input, {}).coneTolerance, std::sin(0.4));
    // What comes round may land, but never a vertex's other side.
    EXPECT_LT(speculativeMargin(scene.input, {}).landingTolerance, std::sin(1.1));
}

/// A rod that lands on one end rotates about it as fast as the other end falls.
TEST(SpeculativeMargin, ConesOpenByTheRotationAfterALanding) {
    ContactScene scene = twoSpheres();
    const Real atRest = speculativeMargin(scene.input, {}).landingTolerance;
    const Real radius = std::min(scene.input.a.surface->radius, scene.input.b.surface->radius);
    scene.input.a.motion.linearVelocity = {0, -4, 0};
    const Real turn = scene.input.step.timeStep * 4 / radius;
    EXPECT_GT(speculativeMargin(scene.input, {}).landingTolerance - atRest, 0.999 * turn);
    EXPECT_LT(speculativeMargin(scene.input, {}).landingTolerance - atRest, 1.3 * turn);
    scene.input.b.motion.linearVelocity = {0, -4, 0};
    EXPECT_NEAR(speculativeMargin(scene.input, {}).landingTolerance, atRest, 1e-9);
}

}  // namespace
}  // namespace ricochet::test
