#include "algorithms/contact/nearest_contacts.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

/// The nearest contacts, searched up to `margin` metres.
PersistentContacts nearest(const ContactScene& scene, Real margin) {
    PairInput input = scene.input;
    input.step.minimumQueryDistance = margin;
    PairMemory pairs;
    PersistentContacts memory;
    findNearestContacts(ClosePairs(), input, {}, pairs, memory);
    return memory;
}

Real leastDistance(const PersistentContacts& memory) {
    Real minimum = kAnyDistance;
    for (const ContactPoint& point : memory.points) minimum = std::min(minimum, point.distance);
    return minimum;
}

TEST(NearestContacts, OfTwoCornersAreTheCorners) {
    // Diagonally above one another: no face normal of either body points to the other.
    const auto cube = boxMesh({-1, -1, -1}, {1, 1, 1});
    const ContactScene scene(cube, at(5, 5, 5), cube, at(0, 0, 0));
    const PersistentContacts memory = nearest(scene, 1000);
    ASSERT_EQ(memory.points.size(), 1u);
    const ContactPoint& point = memory.points[0];
    EXPECT_NEAR(point.distance, 3 * std::sqrt(3), 1e-12);
    EXPECT_NEAR((point.onA - Vec3(4, 4, 4)).norm(), 0, 1e-12);
    EXPECT_NEAR((point.onB - Vec3(1, 1, 1)).norm(), 0, 1e-12);
    EXPECT_NEAR((point.normal - Vec3(1, 1, 1).normalized()).norm(), 0, 1e-12);
    EXPECT_NEAR((point.localOnA - Vec3(-1, -1, -1)).norm(), 0, 1e-12);
}

TEST(NearestContacts, OfOpposedSquaresAreFour) {
    const auto cube = boxMesh({-1, -1, -1}, {1, 1, 1});
    const ContactScene scene(cube, at(0.3, 7, 0.2), cube, at(0, 0, 0));
    const PersistentContacts memory = nearest(scene, 1000);
    EXPECT_EQ(memory.points.size(), 4u);
    for (const ContactPoint& point : memory.points) EXPECT_NEAR(point.distance, 5, 1e-12);
}

TEST(NearestContacts, NoneLieBeyondTheQueryDistance) {
    const auto cube = boxMesh({-1, -1, -1}, {1, 1, 1});
    const ContactScene scene(cube, at(0.3, 7, 0.2), cube, at(0, 0, 0));
    EXPECT_TRUE(nearest(scene, 4.9).points.empty());
    EXPECT_FALSE(nearest(scene, 5.1).points.empty());
}

TEST(NearestContacts, OfTwoRingsAreAsNearAsTheirNearestPoints) {
    const auto torus = ring(12, 6);
    for (const Vec3& place : {Vec3(4, 0.5, 1), Vec3(2, 2, -2), Vec3(0.3, 3, 0.1)}) {
        const ContactScene scene(torus, turned(0.5, {1, 2, 3}, place), torus, at(0, 0, 0));
        PairMemory pairs;
        const auto closest = ClosePairs().findClosestPair(scene.input.a.instance(), scene.input.b.instance(),
                                                          kAnyDistance, pairs);
        ASSERT_TRUE(closest.has_value());
        EXPECT_NEAR(leastDistance(nearest(scene, 100)), std::sqrt(closest->points.distanceSquared), 1e-8);
    }
}

TEST(NearestContacts, OfBodiesThatOverlapAreThoseOfAStep) {
    const auto cube = boxMesh({-1, -1, -1}, {1, 1, 1});
    const ContactScene scene(cube, at(0.3, 1.99, 0.2), cube, at(0, 0, 0));
    EXPECT_NEAR(leastDistance(nearest(scene, 0.02)), -0.01, 1e-9);
}

}  // namespace
}  // namespace ricochet::test
