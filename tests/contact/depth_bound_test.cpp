#include "algorithms/contact/depth_bound.h"

#include "algorithms/contact/speculative_margin.h"
#include "algorithms/geometry/rigid_motion.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ricochet::test {
namespace {

/// The cube's radius is half its diagonal: 0.87 m. The slop is 0.87 mm.
ContactScene cubeInFloor(Real depth, const SharedMesh& floor = gridBoxMesh(Vec3(10, 2, 10))) {
    return {gridBoxMesh(Vec3(1, 1, 1)), at(0.013, 0.5 - depth, -0.021), floor, at(0, -1, 0)};
}

Real greatestDepth(const PersistentContacts& memory) {
    Real deepest = 0;
    for (const ContactPoint& point : memory.points) deepest = std::max(deepest, -point.distance);
    return deepest;
}

TEST(DepthBound, NoVertexMovesFartherThanTheBound) {
    Random random(3);
    const SharedMesh small = sphereMesh(12, 6, 0.7), large = sphereMesh(12, 6, 5);
    for (int i = 0; i < 200; ++i) {
        ContactScene scene(small, randomPose(random, 6), large, randomPose(random, 6));
        if (i % 2 == 1) std::swap(scene.input.a, scene.input.b);
        BodyInput& moving = i % 4 < 2 ? scene.input.a : scene.input.b;
        const auto seen = [&](const Vec3& vertex) {
            const bool isA = scene.input.a.surface->radius < scene.input.b.surface->radius;
            const Pose& body = isA ? scene.input.a.pose : scene.input.b.pose;
            const Pose& other = isA ? scene.input.b.pose : scene.input.a.pose;
            return transformPoint(seenFrom(other, body), vertex);
        };
        std::vector<Vec3> before;
        for (const Vec3& v : small->vertices()) before.push_back(seen(v));
        const DepthBound depth = depthBound({}, scene.input);
        moving.pose =
            poseAt(motionBetween(moving.pose, randomPose(random, 6), moving.pose.translation), 0.05);
        const Real bound = deepestNow(scene.input, depth);
        Real longest = 0;
        for (std::size_t k = 0; k < before.size(); ++k) {
            longest = std::max(longest, (seen(small->vertices()[k]) - before[k]).norm());
        }
        EXPECT_GE(bound, longest - 1e-9);
        EXPECT_LE(bound, 4 * longest);
    }
}

TEST(DepthBound, IsUnknownInAFirstStepAndForOpenBodies) {
    const ContactScene cube = cubeInFloor(0.001);
    EXPECT_EQ(deepestNow(cube.input, std::nullopt), std::numeric_limits<Real>::infinity());
    EXPECT_LT(deepestNow(cube.input, cube.contacts().depth), 0.0011);

    const SharedMesh openSurface =
        *Mesh::create({{-5, 1, -5}, {5, 1, -5}, {5, 1, 5}, {-5, 1, 5}}, {{0, 2, 1}, {0, 3, 2}});
    const ContactScene onOpen = cubeInFloor(0.001, openSurface);
    EXPECT_EQ(deepestNow(onOpen.input, onOpen.contacts().depth), std::numeric_limits<Real>::infinity());
}

TEST(DepthBound, ABodyThatSinksSlowlyHasContactsAtEachDepth) {
    PairMemory pairMemory;
    PersistentContacts memory;
    for (const Real depth : {-0.002, 0.0001, 0.002, 0.005, 0.008, 0.0085, 0.003}) {
        const ContactScene scene = cubeInFloor(depth);
        findContacts(AllPairs(), scene.input, {}, pairMemory, memory);
        EXPECT_EQ(memory.points.size(), 4u) << depth;
        EXPECT_NEAR(greatestDepth(memory), std::max(depth, 0.0), 1e-12);
    }
}

TEST(DepthBound, ABodyPlacedDeepHasContactsImmediately) {
    PairMemory pairMemory;
    PersistentContacts memory;
    for (const Real depth : {-0.003, 0.0075}) {
        findContacts(AllPairs(), cubeInFloor(depth).input, {}, pairMemory, memory);
    }
    EXPECT_EQ(memory.points.size(), 4u);
    EXPECT_NEAR(greatestDepth(memory), 0.0075, 1e-12);
}

TEST(DepthBound, RestingBodiesAreNotSearchedForDeepContacts) {
    PairMemory pairMemory;
    PersistentContacts memory;
    const ContactScene scene = cubeInFloor(0.0001);
    findContacts(AllPairs(), scene.input, {}, pairMemory, memory);
    const Real known = speculativeMargin(scene.input, {}, memory.depth).searches.front().queryDistance;
    EXPECT_LT(known, 0.6 * speculativeMargin(scene.input, {}).searches.front().queryDistance);
}

}  // namespace
}  // namespace ricochet::test
