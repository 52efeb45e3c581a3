#include "algorithms/contact/plane_contact.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

struct PlaneContacts : testing::Test {
    SharedMesh mesh = boxMesh(Vec3(-1, -1, -1), Vec3(1, 1, 1));
    BruteForce narrowPhase;
    std::shared_ptr<const CollisionModel> model = narrowPhase.build(mesh);
    std::shared_ptr<const ContactSurface> surface = buildContactSurface(*mesh);
    HalfSpace solid{{0, 1, 0}, 0.5};
    PersistentContacts memory;
    PairInput input;

    PlaneContacts() {
        input.a.model = model.get();
        input.a.surface = surface.get();
        input.b.halfSpace = &solid;
        input.step.timeStep = 1.0 / 60;
    }
    void find(const Vec3& at) {
        input.a.pose.translation = at;
        PairMemory pairMemory;
        PlaneContact().findContacts(narrowPhase, input, {}, pairMemory, memory);
    }
};

TEST_F(PlaneContacts, ACubeStandsOnItsFourLowestCorners) {
    find({3, 1.5 - 1e-3, 0});
    ASSERT_EQ(memory.points.size(), 4u);
    ASSERT_EQ(memory.patches.size(), 1u);
    for (const ContactPoint& p : memory.points) {
        EXPECT_NEAR(p.distance, -1e-3, 1e-12);
        EXPECT_NEAR(p.onA.y(), 0.5 - 1e-3, 1e-12);
        EXPECT_NEAR(p.onB.y(), 0.5, 1e-12);
        EXPECT_EQ(p.normal, Vec3(0, 1, 0));
        EXPECT_NEAR(std::abs(p.onA.x() - 3), 1, 1e-12);
    }
}

TEST_F(PlaneContacts, ABodyBeyondTheQueryDistanceHasNoContacts) {
    find({0, 3, 0});
    EXPECT_TRUE(memory.points.empty());
    EXPECT_TRUE(memory.patches.empty());
}

TEST_F(PlaneContacts, TheRestGapIsSubtracted) {
    input.step.restGap = 0.1;
    find({0, 1.6, 0});
    ASSERT_EQ(memory.points.size(), 4u);
    EXPECT_NEAR(memory.points[0].distance, 0, 1e-12);
}

TEST_F(PlaneContacts, AFallingBodyHasContactsOneStepAhead) {
    input.a.motion.linearVelocity = Vec3(0, -6, 0);
    find({0, 1.58, 0});
    EXPECT_EQ(memory.points.size(), 4u);
}

TEST_F(PlaneContacts, AQueryCoversTheRequestedDistance) {
    input.step.timeStep = 0;
    input.step.minimumQueryDistance = 0.5;
    find({0, 1.9, 0});
    ASSERT_EQ(memory.points.size(), 4u);
    EXPECT_NEAR(memory.points[0].distance, 0.4, 1e-12);
}

TEST_F(PlaneContacts, ABodyEntirelyBelowIsPushedUp) {
    find({0, -5, 0});
    ASSERT_EQ(memory.points.size(), 4u);
    EXPECT_NEAR(memory.points[0].distance, -6.5, 1e-12);
}

TEST_F(PlaneContacts, EachStepContinuesTheLast) {
    find({0, 1.5, 0});
    const auto before = memory.points;
    find({0.01, 1.4999, 0});
    ASSERT_EQ(memory.points.size(), before.size());
    for (const ContactPoint& p : memory.points) {
        ASSERT_LT(p.previous, before.size());
        EXPECT_EQ(p.key, before[p.previous].key);
        EXPECT_EQ(p.age, 1u);
    }
}

TEST_F(PlaneContacts, TheDeepestVertexIsAlwaysAmongThem) {
    Random random(11);
    HitRate touching;
    for (int i = 0; i < 1000; ++i) {
        memory = {};
        input.a.pose.rotation =
            Eigen::AngleAxis<Real>(uniform(random, 0, 6), randomPoint(random).normalized())
                .toRotationMatrix();
        solid.normal = randomPoint(random).normalized();
        const Vec3 at = 3 * randomPoint(random);
        find(at);
        Real lowest = std::numeric_limits<Real>::infinity();
        for (const Vec3& v : mesh->vertices()) {
            lowest = std::min(lowest, solid.normal.dot(transformPoint(input.a.pose, v)) - solid.offset);
        }
        touching.count(lowest <= 0);
        ASSERT_EQ(!memory.points.empty(), lowest <= memory.speculativeDistance);
        if (memory.points.empty()) continue;
        EXPECT_NEAR(memory.points[0].distance, lowest, 1e-12);
    }
    EXPECT_TRUE(touching.isBetween(0.3, 0.9));
}

}  // namespace
}  // namespace ricochet
