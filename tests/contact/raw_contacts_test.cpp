#include "algorithms/contact/candidate.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

/// A ring that turns fast about its axis and falls onto another one.
ContactScene turningRing(bool isRaw) {
    ContactScene scene(ring(24, 8), at(0, 0.601, 0), ring(24, 8), Pose{});
    BodyMotion& motion = scene.input.a.motion;
    motion.centre = {0, 0.601, 0};
    motion.angularVelocity = {3, 2, 0};
    motion.linearVelocity = {0.5, -1, 0};
    motion.inverseMass = 1;
    motion.inverseInertia.setIdentity();
    scene.input.step.timeStep = 1.0 / 60;
    scene.input.step.isRaw = isRaw;
    return scene;
}

TEST(RawContacts, AreWhereThePointsAreNow) {
    const ContactScene scene = turningRing(true);
    const PersistentContacts raw = scene.contacts();
    ASSERT_FALSE(raw.points.empty());
    for (const ContactPoint& point : raw.points) {
        EXPECT_EQ(point.actsAfter, 0);
        EXPECT_EQ(point.actsAside, Vec3::Zero());
        EXPECT_NEAR(point.distance, point.normal.dot(point.onA - point.onB), 1e-12);
        EXPECT_NEAR(point.normal.norm(), 1, 1e-12);
    }
}

TEST(RawContacts, AreNotThoseForOneVelocityInTheStep) {
    const PersistentContacts prepared = turningRing(false).contacts();
    ASSERT_FALSE(prepared.points.empty());
    bool isLater = false;
    for (const ContactPoint& point : prepared.points) isLater |= point.actsAfter > 0;
    EXPECT_TRUE(isLater);
}

TEST(RawContacts, SayWhatTheirNormalTurnsWith) {
    Random random(3);
    int count[4] = {};
    for (int i = 0; i < (kIsSlowBuild ? 50 : 200); ++i) {
        const Pose above = turned(uniform(random, -0.05, 0.05), randomPoint(random, 1).normalized(),
                                  {uniform(random, -0.2, 0.2), 0.6, uniform(random, -0.2, 0.2)});
        ContactScene scene(ring(12, 6), above, ring(10, 6), Pose{});
        scene.input.step.isRaw = true;
        const PersistentContacts raw = scene.contacts();
        for (const ContactPoint& point : raw.points) {
            if (featurePair(point.key) == FeaturePair::bodies) continue;  // along no feature's normal
            ++count[static_cast<int>(point.normalOwner)];
            if (point.normalOwner != NormalOwner::a && point.normalOwner != NormalOwner::b) continue;
            const bool isOfA = point.normalOwner == NormalOwner::a;
            const BodyInput& owner = isOfA ? scene.input.a : scene.input.b;
            const Triangle face = owner.instance().triangle(isOfA ? point.faceA : point.faceB);
            const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]).normalized();
            EXPECT_GT(std::abs(normal.dot(point.normal)), 0.99) << i;
        }
    }
    for (const int of : {0, 1, 2}) EXPECT_GT(count[of], kIsSlowBuild ? 1 : 5) << of;
}

}  // namespace
}  // namespace ricochet::test
