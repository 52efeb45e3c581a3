#include "demos/scenes/actions.h"

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

/// A sphere in a world without gravity.
struct SphereInWorld {
    StockWorld stock;
    btSphereShape shape{1};
    btDefaultMotionState motion;
    btRigidBody body{btRigidBody::btRigidBodyConstructionInfo(1, &motion, &shape, btVector3(1, 1, 1))};
    SceneActions actions;
    ActionRunner runner{stock.world, btScalar(0.25), btVector3(0, 0, 0)};

    SphereInWorld() {
        stock.world.setGravity(btVector3(0, 0, 0));
        stock.world.addRigidBody(&body);
    }
    ~SphereInWorld() { stock.world.removeRigidBody(&body); }
    void act() { runner.act({SceneBody{.body = &body, .mesh = nullptr}}, actions); }
};

TEST(ActionRunner, ABodyRegainsItsCruiseBelowHalfOfItAndIsHeldByACruiseOfZero) {
    SphereInWorld sphere;
    const btVector3 cruise(2, 0, 0);
    sphere.actions.bodies[0].cruise = {{0.5, cruise}, {1, btVector3(0, 0, 0)}};
    sphere.body.setLinearVelocity(btVector3(0, btScalar(0.5), 0));
    for (int step = 0; step < 2; ++step) sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(0, btScalar(0.5), 0));  // before the first moment
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), cruise);
    sphere.body.setLinearVelocity(btVector3(0, btScalar(1.5), 0));
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(0, btScalar(1.5), 0));
    EXPECT_TRUE(sphere.body.isActive());
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(0, 0, 0));
    EXPECT_FALSE(sphere.body.isActive());
}

TEST(ActionRunner, ABodyThatMayNotSleepIsHeldAwake) {
    SphereInWorld sphere;
    sphere.actions.bodies[0].cruise = {{0, btVector3(0, 0, 0)}};
    sphere.body.setActivationState(DISABLE_DEACTIVATION);
    sphere.body.setLinearVelocity(btVector3(1, 0, 0));
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(0, 0, 0));
    EXPECT_TRUE(sphere.body.isActive());
}

TEST(ActionRunner, WallsTurnBackWhatFliesOutwardsOnly) {
    SphereInWorld sphere;
    sphere.actions.walls = Walls{.low = btVector3(-1, -1, -1), .high = btVector3(1, 1, 1)};
    putAt(sphere.body, 2, -2, 0);
    sphere.body.setLinearVelocity(btVector3(3, 4, 5));
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(-3, 4, 5));
    sphere.body.setLinearVelocity(btVector3(-3, -4, -5));
    sphere.act();
    EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(-3, 4, -5));
}

TEST(ActionRunner, ABodyThatReentersIsNewInTheWorldWithItsOwnGravity) {
    for (const bool reenters : {false, true}) {
        SphereInWorld sphere;
        const btVector3 gravity(0, 0, 7);
        sphere.body.setGravity(gravity);
        const int id = sphere.body.getBroadphaseProxy()->m_uniqueId;
        const btTransform pose(btQuaternion::getIdentity(), btVector3(5, 6, 7));
        sphere.actions.bodies[0].restarts = {{0, pose, btVector3(1, 0, 0), btVector3(0, 2, 0), reenters}};
        sphere.act();
        EXPECT_EQ(sphere.body.getBroadphaseProxy()->m_uniqueId != id, reenters);
        EXPECT_EQ(sphere.stock.world.getNumCollisionObjects(), 1);
        EXPECT_EQ(sphere.body.getWorldTransform().getOrigin(), pose.getOrigin());
        EXPECT_EQ(sphere.body.getLinearVelocity(), btVector3(1, 0, 0));
        EXPECT_EQ(sphere.body.getAngularVelocity(), btVector3(0, 2, 0));
        EXPECT_EQ(sphere.body.getGravity(), gravity);
    }
}

}  // namespace
}  // namespace ricochet::scenes
