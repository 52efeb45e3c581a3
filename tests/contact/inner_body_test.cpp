#include "algorithms/contact/penetration/inner_body.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace ricochet::test {
namespace {

const auto kBlock = gridBoxMesh(Vec3(4, 4, 4));
const auto kPebble = gridBoxMesh(Vec3(0.5, 0.5, 0.5));

TEST(InnerBody, IsPushedOutInTheShortestDirection) {
    const ContactScene scene(kPebble, at(0.3, 1.1, -0.2), kBlock, Pose{});
    const PersistentContacts memory = scene.contacts(ClosePairs());
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - Vec3(0, 1, 0)).norm(), 0, 1e-9);
    EXPECT_LT(memory.points[0].distance, 0);
    EXPECT_GT(memory.points[0].distance, -0.1 * 0.5);  // slowly
    EXPECT_NEAR((memory.points[0].onA - Vec3(0.3, 1.1, -0.2)).norm(), 0, 1e-9);
}

TEST(InnerBody, TheOuterBodyIsPushedInTheOppositeDirection) {
    const ContactScene scene(kBlock, Pose{}, kPebble, at(0.3, 1.1, -0.2));
    const PersistentContacts memory = scene.contacts(ClosePairs());
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - Vec3(0, -1, 0)).norm(), 0, 1e-9);
}

TEST(InnerBody, ABodyInACavityIsFree) {
    std::vector<Vec3> vertices = kBlock->vertices();
    std::vector<Face> faces = kBlock->faces();
    const auto hollow = insideOut(*gridBoxMesh(Vec3(2, 2, 2)));
    const auto first = static_cast<Index>(vertices.size());
    vertices.insert(vertices.end(), hollow->vertices().begin(), hollow->vertices().end());
    for (const Face& f : hollow->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    const auto shell = makeMesh(vertices, faces);
    EXPECT_TRUE(ContactScene(kPebble, at(0.3, 0.2, 0.1), shell, Pose{}).contacts().points.empty());
    EXPECT_FALSE(ContactScene(kPebble, at(0.3, 1.5, 0.1), shell, Pose{}).contacts().points.empty());
}

TEST(InnerBody, ABodyInAnOpenSurfaceIsFree) {
    const auto room = *Mesh::createTwoSided(kBlock->vertices(), kBlock->faces());
    EXPECT_TRUE(ContactScene(kPebble, at(0.3, 1.1, -0.2), room, Pose{}).contacts().points.empty());
}

TEST(InnerBody, IsTestedAgainAfterALargeMotion) {
    ContactScene scene(kPebble, at(0, 5, 0), kBlock, Pose{});
    PairMemory pairMemory;
    PersistentContacts memory;
    const auto isPushed = [&](Real y) {
        scene.input.a.pose.translation.y() = y;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        return !memory.points.empty();
    };
    EXPECT_FALSE(isPushed(5));
    EXPECT_TRUE(isPushed(0));  // in one step; no face is near before or after
    EXPECT_TRUE(isPushed(0.1));
    EXPECT_FALSE(isPushed(5));
}

/// Two pebbles in one mesh, only the second of which is in the block.
TEST(InnerBody, EachConnectedPartIsTested) {
    std::vector<Vec3> vertices = kPebble->vertices();
    std::vector<Face> faces = kPebble->faces();
    const auto first = static_cast<Index>(vertices.size());
    for (const Vec3& v : kPebble->vertices()) vertices.push_back(v + Vec3(8, 0, 0));
    for (const Face& f : kPebble->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    const auto two = makeMesh(vertices, faces);
    EXPECT_EQ(buildContactSurface(*two)->shells.size(), 2u);
    EXPECT_FALSE(ContactScene(two, at(-8, 1.1, 0), kBlock, Pose{}).contacts().points.empty());
    EXPECT_FALSE(ContactScene(kBlock, Pose{}, two, at(-8, 1.1, 0)).contacts().points.empty());
    EXPECT_TRUE(ContactScene(two, at(-4, 1.1, 0), kBlock, Pose{}).contacts().points.empty());
}

/// The block rotates by half a turn about a distant axis, until it contains the pebble, which does not move.
TEST(InnerBody, IsTestedAgainIfTheLargeBodyRotatesAroundIt) {
    for (const bool pebbleIsA : {true, false}) {
        const auto block = [](Real angle) { return turned(angle, Vec3(0, 0, 1), Vec3(0, 0, 0)); };
        std::vector<Vec3> vertices = kBlock->vertices();
        for (Vec3& v : vertices) v += Vec3(0, 6, 0);
        const auto aside = makeMesh(vertices, kBlock->faces());
        ContactScene scene = pebbleIsA ? ContactScene(kPebble, at(0.2, -6, 0), aside, block(0))
                                       : ContactScene(aside, block(0), kPebble, at(0.2, -6, 0));
        PairMemory pairMemory;
        PersistentContacts memory;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        EXPECT_TRUE(memory.points.empty());
        (pebbleIsA ? scene.input.b : scene.input.a).pose = block(std::numbers::pi);
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        EXPECT_FALSE(memory.points.empty()) << pebbleIsA;
    }
}

/// Every narrow phase leads to the same one of several equally near faces.
TEST(InnerBody, DoesNotDependOnTheOrderOfFaces) {
    for (const unsigned seed : {1u, 2u, 3u}) {
        const ContactScene scene(kPebble, Pose{}, kBlock, Pose{});
        const PersistentContacts exact = scene.contacts(ClosePairs()), all = scene.contacts(AllPairs(seed));
        ASSERT_EQ(exact.points.size(), 1u);
        ASSERT_EQ(all.points.size(), 1u);
        EXPECT_EQ(exact.points[0].normal, all.points[0].normal);
    }
}

}  // namespace
}  // namespace ricochet::test
