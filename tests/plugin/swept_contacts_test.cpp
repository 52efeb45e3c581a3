#include "plugin/swept_contacts.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

ContactMemory sweptContacts(const ContactScene& scene, const NarrowPhase& narrowPhase,
                            const ContactSettings& settings) {
    ContactMemory memory;
    PairMemory pairMemory;
    findContacts(narrowPhase, scene.input, settings, pairMemory, memory);
    addSweptContacts(narrowPhase, scene.input, settings, pairMemory, memory);
    return memory;
}

TEST(SweptContacts, DoNotDependOnTheSupersetWhereTheReachIsBoundedByAClearance) {
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.6, 0), gridBoxMesh(Vec3(10, 2, 10)), at(0, -1, 0));
    ContactSettings settings;
    settings.clearance = 0.01;
    for (const Real speed : {1.0, 7.0, 9.0, 20.0}) {
        scene.input.motionA.linearVelocity = {0, -speed, 0};
        const ContactMemory exact = sweptContacts(scene, ClosePairs(), settings);
        expectSame(exact, sweptContacts(scene, AllPairs(), settings));
        EXPECT_EQ(exact.points.empty(), speed < 5);
    }
}

/// Remembers where it was last asked for A.
class LastAsked final : public NarrowPhase {
public:
    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override {
        return pairs_.build(std::move(mesh));
    }
    void findFacePairs(const Placed& a, const Placed& b, Real within, PairMemory& memory,
                       FacePairs& out) const override {
        at = a.pose.translation;
        pairs_.findFacePairs(a, b, within, memory, out);
    }
    mutable Vec3 at = Vec3::Zero();

private:
    ClosePairs pairs_;
};

TEST(SweptContacts, LookAheadOfAMeetingAboutWhereTheBodysCentreIsThen) {
    const Vec3 start(0, 0.65, 0), velocity(8, -18, 0);  // no leap: that would make it a ball
    ContactScene scene(gridBoxMesh(Vec3(1, 0.9, 0.9)), at(start.x(), start.y(), start.z()),
                       gridBoxMesh(Vec3(4, 2, 4)), at(0, -1, 0));
    scene.input.motionA.gravity.setZero();
    scene.input.motionA.linearVelocity = velocity;
    scene.input.motionA.angularVelocity = Vec3(1, 2, 3);
    ContactSettings settings;
    settings.clearance = 0.01;  // so that contacts do not look ahead by themselves
    const LastAsked narrowPhase;
    ASSERT_FALSE(sweptContacts(scene, narrowPhase, settings).points.empty());
    ASSERT_GT((narrowPhase.at - start).norm(), 0.15);
    EXPECT_LT((narrowPhase.at - start).cross(velocity.normalized()).norm(), 1e-9);
}

}  // namespace
}  // namespace ricochet::test
