#include "tests/round_shapes/round_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

Real deepest(const std::vector<ContactPoint>& points) {
    Real minimum = 1e9;
    for (const ContactPoint& point : points) minimum = std::min(minimum, point.distance);
    return minimum;
}

bool areEqual(const ContactPoint& p, const ContactPoint& q) {
    return p.onA == q.onA && p.onB == q.onB && p.normal == q.normal && p.distance == q.distance;
}

TEST(RoundContact, ASphereOnFlatFacesHasOneContactWithTheirNormalEverywhere) {
    RoundScene scene(RoundShape::sphere(0.5), flatSquare(8, 16));
    Random random(1);
    for (int trial = 0; trial < 2000; ++trial) {
        // On vertices, on edges and diagonals, and anywhere.
        Vec3 centre = randomPoint(random, 5);
        if (trial % 4 == 1) centre = centre.array().round();
        if (trial % 4 == 2) centre.x() = std::round(centre.x());
        if (trial % 4 == 3) centre.y() = centre.x();
        const Real height = uniform(random, 0.4, 0.5005);
        centre.z() = height;
        const auto contacts = scene.freshContactsAt({randomRotation(random), centre});
        ASSERT_EQ(contacts.size(), 1u) << centre.transpose();
        EXPECT_EQ(contacts[0].normal, Vec3::UnitZ());
        EXPECT_NEAR(contacts[0].distance, height - 0.5, 1e-15);
        EXPECT_NEAR((contacts[0].onA - (centre - 0.5 * Vec3::UnitZ())).norm(), 0, 1e-15);
    }
}

TEST(RoundContact, ASphereRollsOnManyTrianglesAsOnTwo) {
    const RoundShape sphere = RoundShape::sphere(0.5);
    RoundScene two(sphere, flatSquare(8, 1)), many(sphere, flatSquare(8, 64));
    EXPECT_EQ(many.model->mesh().frontCount(), 8192u);
    Random random(2);
    const Pose slope = {randomRotation(random), Vec3(3, -2, 5)};
    two.input.b.pose = many.input.b.pose = slope;
    Vec3 at(-5, -4.4, 0.4999);
    for (int step = 0; step < 3000; ++step) {
        at += Vec3(0.003, 0.0027, 1e-8 * (step % 7 - 3));
        const Pose pose = {randomRotation(random), transformPoint(slope, at)};
        const auto &few = two.contactsAt(pose), &lots = many.contactsAt(pose);
        ASSERT_EQ(few.size(), 1u);
        ASSERT_EQ(lots.size(), 1u);
        ASSERT_TRUE(areEqual(few[0], lots[0])) << step;
        if (step > 0) {
            ASSERT_EQ(lots[0].previous, 0u) << step;
        }
    }
}

TEST(RoundContact, EveryKindInEveryPoseAboveAPlaneHasTheTrueDistance) {
    Random random(3);
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, flatSquare(8, 16));
        HitRate hits;
        for (int trial = 0; trial < 500; ++trial) {
            const Matrix3 turn = randomRotation(random);
            const Real lowest = (turn * supportOf(shape, turn.transpose() * -Vec3::UnitZ())).z();
            const Real gap = uniform(random, -0.02, 0.02);
            Pose pose{turn, randomPoint(random, 3)};
            pose.translation.z() = gap - lowest;
            const auto contacts = scene.freshContactsAt(pose);
            hits.count(!contacts.empty());
            ASSERT_EQ(contacts.empty(), gap > scene.memory.speculativeDistance) << name << gap;
            if (contacts.empty()) continue;
            EXPECT_NEAR(deepest(contacts), gap, 1e-12) << name;
            for (const ContactPoint& contact : contacts) {
                EXPECT_EQ(contact.normal, Vec3::UnitZ()) << name;
                EXPECT_NEAR(contact.onB.z(), 0, 1e-15);
                EXPECT_NEAR(contact.normal.dot(contact.onA - contact.onB), contact.distance, 1e-15);
            }
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << name << hits.value();
    }
}

TEST(RoundContact, BothOrdersGiveTheSameResult) {
    Random random(4);
    const auto box = boxMesh({-1, -1, -1}, {1, 1, 1});
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, box);
        for (int trial = 0; trial < 300; ++trial) {
            const auto contacts = scene.freshContactsAt(randomPose(random, 1.6));
            PairInput other = scene.input;
            std::swap(other.a, other.b);
            PersistentContacts memory;
            scene.method.findContacts(scene.narrowPhase, other, {}, scene.pairMemory, memory);
            ASSERT_EQ(memory.points.size(), contacts.size()) << name;
            for (std::size_t i = 0; i < contacts.size(); ++i) {
                const ContactPoint &p = contacts[i], &q = memory.points[i];
                EXPECT_EQ(p.onA, q.onB);
                EXPECT_EQ(p.normal, -q.normal);
                EXPECT_EQ(p.distance, q.distance);
                EXPECT_EQ(p.faceB, q.faceA);
                EXPECT_EQ(p.localOnA, q.localOnB);
            }
        }
    }
}

}  // namespace
}  // namespace ricochet::test
