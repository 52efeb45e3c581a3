#include "algorithms/contact/manifold/contact_matching.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

/// The contacts of a second step, after the body has moved.
PersistentContacts afterMove(ContactScene scene, const Vec3& move) {
    PairMemory pairMemory;
    PersistentContacts memory;
    findContacts(AllPairs(), scene.input, {}, pairMemory, memory);
    scene.input.a.pose.translation += move;
    findContacts(AllPairs(), scene.input, {}, pairMemory, memory);
    return memory;
}

bool allContinue(const PersistentContacts& memory) {
    return std::ranges::all_of(memory.points,
                               [](const ContactPoint& p) { return p.previous != kNone && p.age == 1; });
}

TEST(WarmStart, FirstStepHasNoHistory) {
    const ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.5, 0), gridBoxMesh(Vec3(10, 2, 10)),
                             at(0, -1, 0));
    for (const ContactPoint& point : scene.contacts().points) EXPECT_EQ(point.previous, kNone);
}

TEST(WarmStart, SurvivesSlidingOverFaceEdges) {
    const ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.5, 0), gridBoxMesh(Vec3(10, 2, 10), 40),
                             at(0, -1, 0));
    const PersistentContacts memory = afterMove(scene, Vec3(0.26, 0, 0.13));
    ASSERT_EQ(memory.points.size(), 4u);
    EXPECT_TRUE(allContinue(memory));
}

TEST(WarmStart, SurvivesSlidingOverABentEdge) {
    const ContactScene scene(sphereMesh(32, 16), at(0, 1.9999, 0), sphereMesh(32, 16), Pose{});
    const PersistentContacts memory = afterMove(scene, Vec3(0.004, 0, 0));
    ASSERT_FALSE(memory.points.empty());
    EXPECT_TRUE(
        std::ranges::any_of(memory.points, [](const ContactPoint& p) { return p.previous != kNone; }));
}

TEST(WarmStart, NoTwoPointsContinueTheSameContact) {
    const auto torus = ring(32, 16);
    const ContactScene scene(torus, at(0, torus->box().size().y(), 0), torus, Pose{});
    std::vector<Index> past;
    for (const ContactPoint& point : afterMove(scene, Vec3(0.02, 0, 0.01)).points) {
        if (point.previous != kNone) past.push_back(point.previous);
    }
    std::ranges::sort(past);
    EXPECT_FALSE(past.empty());
    EXPECT_EQ(std::ranges::adjacent_find(past), past.end());
}

TEST(WarmStart, DoesNotContinueAContactWithAnotherNormal) {
    ContactPoint before, after;
    before.key = after.key = 7;
    before.normal = Vec3(0, 1, 0);
    after.normal = Vec3(1, 0, 0);
    before.localOnA = before.localOnB = after.localOnA = after.localOnB = Vec3::Zero();
    std::vector<ContactPoint> points = {after};
    matchToLastStep({before}, 1, points);
    EXPECT_EQ(points[0].previous, kNone);
}

}  // namespace
}  // namespace ricochet::test
