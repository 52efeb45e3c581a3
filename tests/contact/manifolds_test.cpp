#include "algorithms/contact/manifolds.h"

#include "algorithms/contact/tolerances.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

/// Flat sides of two rings rest on one another; the upper one is at `pose`.
ContactScene restingRings(const Pose& pose) {
    ContactScene scene(ring(24, 8), pose, ring(24, 8), turned(0.1, Vec3::UnitY(), Vec3::Zero()));
    scene.input.step.timeStep = 1.0 / 60;
    scene.input.step.isRaw = true;
    scene.input.a.motion.centre = pose.translation;
    return scene;
}

std::vector<std::uint64_t> keys(const PersistentContacts& contacts) {
    std::vector<std::uint64_t> keys;
    for (const ContactPoint& point : contacts.points) keys.push_back(point.key);
    std::ranges::sort(keys);
    return keys;
}

struct ChoiceOfPoints : testing::Test {
    ChoiceOfPoints() { find(restingRings(at(0, height, 0))); }

    void find(const ContactScene& scene) { findContacts(AllPairs(), scene.input, {}, memory, contacts); }
    /// Tilted so little that no point moves farther than the choice holds.
    ContactScene tilted(Random& random) const {
        const Real most = 0.3 * kTolerances.choiceHolds * kTolerances.linearSlop;
        return restingRings(turned(uniform(random, -most, most), randomPoint(random, 1).normalized(),
                                   {0, height + uniform(random, -most, most), 0}));
    }

    const Real height = ring(24, 8)->box().size().y() - 1e-4;
    PairMemory memory;
    PersistentContacts contacts;
};

TEST_F(ChoiceOfPoints, HoldsWhileBodiesHardlyMove) {
    const std::vector<std::uint64_t> chosen = keys(contacts);
    ASSERT_GE(chosen.size(), 4u);
    Random random(5);
    int others = 0;
    constexpr int kTilts = kIsSlowBuild ? 6 : 20;
    for (int i = 0; i < kTilts; ++i) {
        const ContactScene scene = tilted(random);
        find(scene);
        EXPECT_EQ(keys(contacts), chosen) << i;
        others += keys(scene.contacts()) != chosen;
    }
    EXPECT_GT(others, kTilts / 2) << "the tilts do not matter";
}

TEST_F(ChoiceOfPoints, FollowsTheBodiesPoses) {
    Random random(6);
    const ContactScene scene = tilted(random);
    find(scene);
    for (const ContactPoint& point : contacts.points) {
        EXPECT_NEAR(point.distance, point.normal.dot(point.onA - point.onB), 1e-12);
        EXPECT_LT((transformPoint(scene.input.a.pose, point.localOnA) - point.onA).norm(), 1e-12);
    }
}

TEST_F(ChoiceOfPoints, IsMadeAgainAfterASmallMotion) {
    const Vec3 before = contacts.chosenAt->translation;
    find(restingRings(at(1e-3, height, 0)));
    EXPECT_NE(contacts.chosenAt->translation, before);
}

TEST_F(ChoiceOfPoints, IsMadeAgainByEachStepOfAFastBody) {
    Random random(7);
    ContactScene scene = tilted(random);
    scene.input.a.motion.linearVelocity = {0.1, 0, 0};
    const Vec3 before = contacts.chosenAt->translation;
    find(scene);
    EXPECT_NE(contacts.chosenAt->translation, before);
}

}  // namespace
}  // namespace ricochet::test
