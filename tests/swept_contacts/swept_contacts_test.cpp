#include "algorithms/swept_contacts/swept_contacts.h"

#include "tests/swept_contacts/swept_scene.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

TEST(SweptContacts, DoNotDependOnTheSupersetIfAClearanceBoundsTheMargin) {
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.6, 0), gridBoxMesh(Vec3(10, 2, 10)), at(0, -1, 0));
    ContactSettings settings;
    settings.clearance = 0.01;
    for (const Real speed : {1.0, 7.0, 9.0, 20.0}) {
        scene.input.a.motion.linearVelocity = {0, -speed, 0};
        const PersistentContacts exact = sweptContacts(scene, ClosePairs(), settings);
        expectSame(exact, sweptContacts(scene, AllPairs(), settings));
        EXPECT_EQ(exact.points.empty(), speed < 5);
    }
}

/// Records the last query.
class LastQuery final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return pairs_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        at = a.pose.translation;
        distance = queryDistance;
        pairs_.findFacePairs(a, b, queryDistance, memory, out);
    }
    mutable Vec3 at = Vec3::Zero();  ///< of A
    mutable Real distance = 0;

private:
    ClosePairs pairs_;
};

TEST(SweptContacts, AreFoundAtTheBodysPositionAtImpact) {
    const Vec3 start(0, 0.65, 0), velocity(8, -18, 0);  // no large motion: that would make it a sphere proxy
    ContactScene scene(gridBoxMesh(Vec3(1, 0.9, 0.9)), at(start.x(), start.y(), start.z()),
                       gridBoxMesh(Vec3(4, 2, 4)), at(0, -1, 0));
    scene.input.a.motion.gravity.setZero();
    scene.input.a.motion.linearVelocity = velocity;
    scene.input.a.motion.angularVelocity = Vec3(1, 2, 3);
    ContactSettings settings;
    settings.clearance = 0.01;  // so that contacts do not look ahead by themselves
    const LastQuery narrowPhase;
    ASSERT_FALSE(sweptContacts(scene, narrowPhase, settings).points.empty());
    ASSERT_GT((narrowPhase.at - start).norm(), 0.15);
    EXPECT_LT((narrowPhase.at - start).cross(velocity.normalized()).norm(), 1e-9);
}

/// A box that falls by 0.3 m in the step, and a floor 0.285 m below it.
ContactScene lateImpact() {
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.785, 0), gridBoxMesh(Vec3(4, 2, 4)), at(0, -1, 0));
    scene.input.a.motion.gravity.setZero();
    scene.input.a.motion.linearVelocity = Vec3(0, -18, 0);
    return scene;
}

TEST(SweptContacts, AtImpactOnlyTheRestOfTheStepIsLookedAhead) {
    ContactScene scene = lateImpact();
    ContactSettings settings;
    settings.clearance = 0.2;
    const LastQuery narrowPhase;
    ASSERT_FALSE(sweptContacts(scene, narrowPhase, settings).points.empty());
    const Real atImpact = narrowPhase.distance;
    scene.input.step.looksAhead = false;
    ASSERT_TRUE(sweptContacts(scene, narrowPhase, settings).points.empty());
    EXPECT_LT(atImpact, 0.5 * narrowPhase.distance);
}

TEST(SweptContacts, OfAnImpactAreMeasuredAtPresentLessTheRestGap) {
    ContactScene scene = lateImpact();
    scene.input.step.restGap = 0.01;
    ContactSettings settings;
    settings.clearance = 0.2;
    const PersistentContacts memory = sweptContacts(scene, ClosePairs(), settings);
    EXPECT_EQ(memory.points.size(), 4u);
    EXPECT_EQ(memory.sweptPoints, 4u);
    EXPECT_EQ(memory.sweptPatches, 1u);
    for (const ContactPoint& contact : memory.points) {
        EXPECT_NEAR(contact.distance, 0.285 - 0.01, 1e-9);
        EXPECT_NEAR(contact.onA.y(), 0.285, 1e-9);
        EXPECT_NEAR(contact.onB.y(), 0, 1e-9);
    }
}

TEST(SweptContacts, ABodyBesideItsCentreOfMassIsSweptAsTheSphereAboutThatCentre) {
    ContactScene scene(gridBoxMesh(Vec3(0.2, 0.2, 0.2)), at(0.3, 2, 0), gridBoxMesh(Vec3(10, 2, 10)),
                       at(0, -1, 0));
    scene.input.a.motion.centre = Vec3(0, 2, 0);
    scene.input.a.motion.linearVelocity = Vec3(0, -200, 0);
    const Real farthest = Vec3(0.4, 0.1, 0.1).norm();  // corner, from the centre of mass
    const Real free = freeDisplacement(sweptContacts(scene, ClosePairs(), {}).points, Vec3(0, 1, 0));
    EXPECT_LE(free, 2 - farthest);
    EXPECT_GT(free, 1.4);
}

}  // namespace
}  // namespace ricochet::test
