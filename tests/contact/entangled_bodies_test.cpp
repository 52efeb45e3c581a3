#include "algorithms/contact/penetration/entangled_bodies.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace ricochet::test {
namespace {

constexpr Real kQuarter = std::numbers::pi / 2;
const Vec3 kTilt = Vec3(1, 0.2, 0.4).normalized();

const WideTree kTree;

/// Two meshes with models of the wide tree.
ContactScene sceneOf(const std::shared_ptr<const Mesh>& a, const Pose& poseA,
                     const std::shared_ptr<const Mesh>& b) {
    ContactScene scene(a, poseA, b, Pose{});
    scene.modelA = kTree.build(a);
    scene.modelB = kTree.build(b);
    scene.input.a.model = scene.modelA.get();
    scene.input.b.model = scene.modelB.get();
    return scene;
}

/// Two rings of radius 1, the first rotated and displaced.
ContactScene rings(Real angle, const Vec3& place, Real tube = 0.3) {
    return sceneOf(ring(24, 12, tube), turned(angle, kTilt, place), ring(24, 12, tube));
}

bool isEntangled(const ContactScene& scene) { return scene.contacts(kTree).areEntangled == true; }

TEST(EntangledBodies, LeaveSlowlyAndPerpendicularlyToGravity) {
    const PersistentContacts memory = rings(1, Vec3(0.1, 0.2, -0.05)).contacts(kTree);
    ASSERT_EQ(memory.areEntangled, true);
    ASSERT_EQ(memory.points.size(), 1u);
    const ContactPoint& point = memory.points[0];
    EXPECT_LT((point.normal - Vec3(0.1, 0, -0.05).normalized()).norm(), 1e-12);
    EXPECT_LT(point.distance, 0);
    EXPECT_GT(point.distance, -0.15);  // metres; they are 0.3 deep
    EXPECT_LT((point.onA - Vec3(0.05, 0.1, -0.025)).norm(), 1e-12);
}

TEST(EntangledBodies, WithoutGravityLeaveAlongTheirCentres) {
    ContactScene scene = rings(1, Vec3(0.1, 0.2, -0.05));
    scene.input.a.motion.gravity = scene.input.b.motion.gravity = Vec3::Zero();
    const PersistentContacts memory = scene.contacts(kTree);
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_LT((memory.points[0].normal - Vec3(0.1, 0.2, -0.05).normalized()).norm(), 1e-12);
}

TEST(EntangledBodies, ConcentricBodiesSeparate) {
    for (const Real angle : {0.7, 1.0, kQuarter}) {
        const PersistentContacts memory = rings(angle, Vec3::Zero()).contacts(kTree);
        ASSERT_EQ(memory.areEntangled, true) << angle;
        EXPECT_NEAR(memory.points[0].normal.norm(), 1, 1e-12);
        EXPECT_NEAR(memory.points[0].normal.y(), 0, 1e-12);
    }
}

TEST(EntangledBodies, TheSwappedPairLeavesInTheOppositeDirection) {
    const ContactScene forth = rings(1, Vec3(0.1, 0.2, -0.05));
    ContactScene back = forth;
    std::swap(back.input.a, back.input.b);
    const PersistentContacts x = forth.contacts(kTree), y = back.contacts(kTree);
    ASSERT_EQ(y.points.size(), 1u);
    EXPECT_LT((x.points[0].normal + y.points[0].normal).norm(), 1e-12);
}

/// While it moves, a ring is linked with the other one for some steps without touching it.
TEST(EntangledBodies, AreNotLeftLinked) {
    ContactScene scene = rings(kQuarter, Vec3(0.05, 0, 0));
    PairMemory pairMemory;
    PersistentContacts memory;
    int steps = 0, linked = 0;
    do {
        findContacts(kTree, scene.input, {}, pairMemory, memory);
        if (memory.areEntangled != true) break;
        linked += !kTree.findFirstPair(scene.input.a.instance(), scene.input.b.instance(), pairMemory);
        scene.input.a.pose.translation += 0.05 * memory.points[0].normal;
        scene.input.a.motion.centre = scene.input.a.pose.translation;
    } while (++steps < 100);
    EXPECT_LT(steps, 60);
    EXPECT_GT(linked, 0);
    EXPECT_GT(scene.input.a.pose.translation.norm(), 1.2);
    EXPECT_TRUE(std::ranges::none_of(memory.points, [](const auto& p) { return p.distance < -0.02; }));
}

TEST(EntangledBodies, ShortSeparationsAreUsed) {
    EXPECT_FALSE(isEntangled(rings(0, Vec3(0.15, 0.3, 0.1))));  // half a tube deep, upwards
    EXPECT_FALSE(isEntangled(rings(0.1, Vec3(0, 0.35, 0))));
}

/// Links of a chain cannot separate, and may start a little deep.
TEST(EntangledBodies, ShallowBodiesAreNotEntangled) {
    const Pose hangs = turned(kQuarter, Vec3(1, 0, 0), Vec3(0.385, 0, 0));
    const PersistentContacts link = sceneOf(ring(24, 12, 0.2), hangs, ring(24, 12, 0.2)).contacts(kTree);
    EXPECT_EQ(link.areEntangled, false);
    EXPECT_GT(link.intersectingPairs, 0u);
    const Pose sunk = turned(kQuarter, Vec3(1, 0, 0), Vec3(0.1, 0, 0));
    EXPECT_TRUE(isEntangled(sceneOf(ring(24, 12, 0.2), sunk, ring(24, 12, 0.2))));
}

TEST(EntangledBodies, ABodyInAMuchLargerOneIsNotEntangled) {
    EXPECT_FALSE(isEntangled(sceneOf(ring(24, 12), at(0.1, 0.2, 0), gridBoxMesh(Vec3(1, 8, 8), 4))));
}

TEST(EntangledBodies, AreOnlyDetectedInThePairsFirstStep) {
    ContactScene scene = rings(1, Vec3(4, 0, 0));
    PairMemory pairMemory;
    PersistentContacts memory;
    findContacts(kTree, scene.input, {}, pairMemory, memory);
    scene.input.a.pose.translation = scene.input.a.motion.centre = Vec3(0.1, 0.2, -0.05);
    findContacts(kTree, scene.input, {}, pairMemory, memory);
    EXPECT_EQ(memory.areEntangled, false);
    EXPECT_FALSE(memory.points.empty());
}

TEST(EntangledBodies, AQueryFindsTheFeaturesContacts) {
    ContactScene scene = rings(1, Vec3(0.1, 0.2, -0.05));
    scene.input.step.timeStep = 0;
    const PersistentContacts memory = scene.contacts(kTree);
    EXPECT_EQ(memory.areEntangled, std::nullopt);
    EXPECT_GT(memory.facePairs.size(), 1u);
}

}  // namespace
}  // namespace ricochet::test
