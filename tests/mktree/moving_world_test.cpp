#include "algorithms/mktree/moving_world.h"

#include "algorithms/geometry/closest_points.h"
#include "tests/mktree/oracle.h"
#include "tests/support/build_kind.h"

namespace ricochet::mktree::test {
namespace {

class MovingWorld : public testing::Test {
protected:
    RigidMotion randomMotion(const Pose& pose, Real farthestAxis, Real shift) {
        return {pose, pose.translation + random.point(farthestAxis), random.point(shift), random.direction(),
                random.real(0, 2)};
    }
    Pose relativeAt(const RigidMotion& a, const RigidMotion& b, Real time) const {
        return seenFrom(ricochet::poseAt(b, time), ricochet::poseAt(a, time));
    }

    TemporaryFolder folder;
    Objects objects = clutter(21, 120);
    std::shared_ptr<const MkTree> tree = builtTree(objects, folder.file("w"), {.leafTriangles = 60});
    WholeWorld world = whole(objects);
    std::shared_ptr<Mesh> mesh = torusMesh(0.2, 0.08, 10, 6);
    MovingBody body{mesh};
    Random random{31};
};

TEST_F(MovingWorld, ContactsAreAccurateToTheStatedDeviation) {
    const BruteWorld brute(*world.mesh);
    std::vector<Index> all(world.mesh->faceCount());
    for (Index i = 0; i < all.size(); ++i) all[i] = i;
    int hits = 0, late = 0;
    for (int i = 0; i < 60; ++i) {
        const RigidMotion a = randomMotion({random.rotation(), random.point(5)}, 0.3, 2);
        const RigidMotion b = randomMotion({Matrix3::Identity(), Vec3::Zero()}, 1, 1);
        const MovingWorldSettings settings{.tolerance = i % 2 == 0 ? 1e-3 : 1e-5};
        const auto found = predictInMovingWorld(*tree, body, a, b, settings);
        ASSERT_TRUE(found) << found.error();
        EXPECT_LE(found->deviation, settings.tolerance);
        const auto meets = [&](Real time) { return brute.meets(*mesh, relativeAt(a, b, time), all); };
        const Truth truth = firstSampled(meets, 150);
        if (truth.time == Real(0)) {
            ASSERT_TRUE(found->first && found->first->startsInContact) << i;
            continue;
        }
        if (!found->first) {
            // What is missed is a graze not deeper than the deviation: none is among these.
            EXPECT_FALSE(truth.time) << i;
            continue;
        }
        ++hits;
        const SweptContact& contact = found->first->contact;
        // Both faces are that near, in the true motion.
        const Pose then = relativeAt(a, b, contact.time);
        const Triangle faceA = transformTriangle(then, mesh->triangle(contact.faces.faceA));
        const Triangle faceB = triangleNamed(world, found->first->part, contact.faces.faceB);
        EXPECT_LE(std::sqrt(closestPoints(faceA, faceB).distanceSquared), found->deviation + 1e-9) << i;
        if (!truth.time) continue;
        late += contact.time > *truth.time;
        // Where it is late, the body has not come deeper than the deviation since: faces go by at least as
        // slowly as they did on average.
        EXPECT_LT(contact.time - *truth.time, 100 * settings.tolerance) << i;
    }
    EXPECT_GT(hits, 15);
    EXPECT_GT(late, 0);
}

TEST_F(MovingWorld, ScrewsDeviateByAtMostTheStatedBound) {
    Real maximum = 0;
    for (int i = 0; i < 200; ++i) {
        const RigidMotion a = randomMotion({random.rotation(), random.point(5)}, 0.3, 2);
        const RigidMotion b = randomMotion({Matrix3::Identity(), Vec3::Zero()}, 1, 1);
        const RigidMotion partA = part(a, 0.5, 0.51), partB = part(b, 0.5, 0.51);
        const RelativeScrew screw = relativeScrew(partA, partB, body.nodes[0].radius + 0.6);
        for (Real time : {0.25, 0.5, 0.75}) {
            const Pose truth = relativeAt(partA, partB, time);
            const Pose near = poseAt(screw.poseAt0, screw.screw, time);
            for (const Vec3& v : mesh->vertices()) {
                const Real deviation = (transformPoint(truth, v) - transformPoint(near, v)).norm();
                ASSERT_LE(deviation, screw.deviation + 1e-12);
                maximum = std::max(maximum, deviation / screw.deviation);
            }
        }
    }
    EXPECT_GT(maximum, 0.05);  // so the bound is not vacuous
}

TEST_F(MovingWorld, OneScrewIsEnoughInAStaticWorld) {
    for (int i = 0; i < (ricochet::test::kIsSlowBuild ? 15 : 60); ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw{random.point(3), random.direction(), random.real(0, 3), random.real(-4, 4)};
        const auto single = *predict(*tree, body, pose, screw);
        const auto series = predictInMovingWorld(*tree, body, rigidMotionOf(screw, pose),
                                                 standing({Matrix3::Identity(), Vec3::Zero()}), {1e-7});
        ASSERT_TRUE(series) << series.error();
        ASSERT_EQ(series->first.has_value(), single.has_value()) << i;
        if (!single) continue;
        EXPECT_NEAR(series->first->contact.time, single->contact.time, 1e-5);
    }
}

TEST_F(MovingWorld, ABodyThatMovesWithTheWorldMeetsNothing) {
    const RigidMotion ship = randomMotion({Matrix3::Identity(), Vec3::Zero()}, 1, 5);
    int apart = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose onBoard{random.rotation(), random.point(5)};
        RigidMotion passenger = ship;
        passenger.poseAt0 = onBoard;
        const auto found = predictInMovingWorld(*tree, body, passenger, ship, {1e-4});
        ASSERT_TRUE(found) << found.error();
        const bool startsInContact = predict(*tree, body, onBoard, {})->has_value();
        if (found->first) {
            EXPECT_TRUE(found->first->startsInContact && startsInContact) << i;
        }
        apart += !found->first;
    }
    EXPECT_GT(apart, 10);
}

TEST_F(MovingWorld, EndsAtTheRequestedTime) {
    const RigidMotion stands = standing({Matrix3::Identity(), Vec3::Zero()});
    // Toward a corner of the world.
    const Vec3 from(-20, objects[1].vertices[0].y(), objects[1].vertices[0].z());
    const RigidMotion straight{{Matrix3::Identity(), from}, from, Vec3(40, 0, 0), Vec3::UnitX(), 0};
    const auto found = predictInMovingWorld(*tree, body, straight, stands);
    ASSERT_TRUE(found && found->first);
    EXPECT_FALSE(
        predictInMovingWorld(*tree, body, straight, stands, {1e-6, 0.9 * found->first->contact.time})->first);
}

TEST_F(MovingWorld, BadInputGivesOneSentence) {
    const RigidMotion stands = standing({Matrix3::Identity(), Vec3::Zero()});
    RigidMotion bad = stands;
    bad.translation.x() = std::numeric_limits<Real>::infinity();
    EXPECT_FALSE(predictInMovingWorld(*tree, body, bad, stands));
    EXPECT_FALSE(predictInMovingWorld(*tree, body, stands, bad));
    EXPECT_FALSE(predictInMovingWorld(*tree, body, stands, stands, {0}));
    if (ricochet::test::kIsSlowBuild) return;  // a million screws take minutes then
    // So much turning that no number of screws keeps to the tolerance.
    RigidMotion fast = stands;
    fast.angle = 3;
    fast.centre = Vec3(1e9, 0, 0);
    EXPECT_FALSE(predictInMovingWorld(*tree, body, fast, stands, {1e-9}));
}

}  // namespace
}  // namespace ricochet::mktree::test
