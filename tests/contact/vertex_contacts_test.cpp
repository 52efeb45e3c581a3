#include "algorithms/contact/contact.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace ricochet::test {
namespace {

constexpr Real kGap = 0.02;  // metres at which bodies rest

/// A four-sided spike with its apex at the origin and its base one metre above.
SharedMesh spike() {
    return makeMesh({{0, 0, 0}, {0.3, 1, 0.3}, {0.3, 1, -0.3}, {-0.3, 1, -0.3}, {-0.3, 1, 0.3}},
                    {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 3, 4}, {1, 2, 3}});
}

/// A ridge of one metre along z, with its edge on top, in the plane y = 0.
SharedMesh ridge() {
    return makeMesh(
        {{0, 0, 0.5}, {0, 0, -0.5}, {0.5, -1, 0.5}, {0.5, -1, -0.5}, {-0.5, -1, 0.5}, {-0.5, -1, -0.5}},
        {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {2, 4, 5}, {2, 5, 3}, {0, 4, 2}, {1, 3, 5}});
}

/// A spike above another body, moving down.
ContactScene above(const Vec3& apex, const SharedMesh& other, const Pose& pose) {
    ContactScene scene(spike(), at(apex.x(), apex.y(), apex.z()), other, pose);
    scene.input.a.motion.linearVelocity = {0, -3, 0};
    scene.input.step.restGap = kGap;
    return scene;
}

const Pose kUpsideDown = turned(std::numbers::pi, Vec3(0, 0, 1), Vec3::Zero());

TEST(VertexContacts, AVertexTouchesTheVertexBelowBeforeTheyOverlap) {
    const Vec3 apex(0.01, 0.04, -0.005);
    const PersistentContacts memory = above(apex, spike(), kUpsideDown).contacts();
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - apex.normalized()).norm(), 0, 1e-12);
    EXPECT_NEAR(memory.points[0].distance, apex.norm() - kGap, 1e-12);
}

TEST(VertexContacts, AVertexTouchesTheEdgeBelow) {
    const Vec3 apex(0.01, 0.04, 0.1);
    const PersistentContacts memory = above(apex, ridge(), Pose{}).contacts();
    ASSERT_EQ(memory.points.size(), 1u);
    const Vec3 fromEdge(apex.x(), apex.y(), 0);
    EXPECT_NEAR((memory.points[0].normal - fromEdge.normalized()).norm(), 0, 1e-12);
    EXPECT_NEAR((memory.points[0].onB - Vec3(0, 0, 0.1)).norm(), 0, 1e-12);
}

TEST(VertexContacts, AnEdgeTouchesTheVertexBelow) {
    ContactScene scene(ridge(), turned(std::numbers::pi, Vec3(0, 0, 1), Vec3(0.01, 0.04, 0)), spike(),
                       kUpsideDown);
    scene.input.a.motion.linearVelocity = {0, -3, 0};
    scene.input.step.restGap = kGap;
    const PersistentContacts memory = scene.contacts();
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - Vec3(0.01, 0.04, 0).normalized()).norm(), 0, 1e-12);
    EXPECT_NEAR(memory.points[0].onB.norm(), 0, 1e-12);
}

TEST(VertexContacts, AVertexOverAFlankTouchesTheFaceAlone) {
    const PersistentContacts memory = above({0.3, -0.55, 0.1}, ridge(), Pose{}).contacts();
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - Vec3(2, 1, 0).normalized()).norm(), 0, 1e-12);
}

TEST(VertexContacts, OverlappingBodiesHaveNone) {
    ContactScene scene = above({0.01, 0.04, 0.1}, ridge(), Pose{});
    scene.input.step.restGap = 0;
    EXPECT_TRUE(scene.contacts().points.empty());
}

TEST(VertexContacts, DoNotDependOnTheSuperset) {
    Random random(3);
    HitRate hits;
    for (int i = 0; i < 200; ++i) {
        ContactScene scene = above(0.06 * randomPoint(random), spike(), kUpsideDown);
        const PersistentContacts exact = scene.contacts(ClosePairs()), all = scene.contacts(AllPairs(7));
        ASSERT_EQ(exact.points.size(), all.points.size());
        for (std::size_t k = 0; k < all.points.size(); ++k) EXPECT_EQ(exact.points[k].key, all.points[k].key);
        hits.count(!exact.points.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 1)) << hits.value();
}

}  // namespace
}  // namespace ricochet::test
