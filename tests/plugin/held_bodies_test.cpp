#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::kWorldStep;
using test::SolvedWorld;
using test::torusMesh;

struct HeldBodies : testing::Test {
    HeldBodies() { EXPECT_EQ(registerAlgorithms(&w.dispatcher), ""); }

    /// A sphere of one metre that floats.
    btRigidBody& addFloating() {
        w.world.setGravity({0, 0, 0});
        btRigidBody& body = w.add(globe, 1, {1, 2, 3});
        body.setActivationState(DISABLE_DEACTIVATION);
        return body;
    }

    BulletMesh plate = boxMesh(5, 1, 5), ring = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor{&plate.interface, true}, torus{&ring.interface, true};
    btSphereShape globe{1};
    SolvedWorld w;
};

TEST_F(HeldBodies, MakeTheContactsOfWhatRestsRepeat) {
    w.add(floor, 0, {0, -1, 0});
    for (int i = 0; i < 3; ++i) {
        w.add(torus, 1, {0, btScalar(0.31) + btScalar(0.61) * btScalar(i), 0})
            .setActivationState(DISABLE_DEACTIVATION);
    }
    w.run(200);
    const std::vector<btScalar> before = w.state();
    resetStatistics(w.dispatcher);
    w.run(100);
    EXPECT_EQ(w.state(), before);
    const Statistics counted = statistics(w.dispatcher);
    EXPECT_GE(counted.pairs, 300);
    EXPECT_EQ(counted.repeatedPairs, counted.pairs);
}

TEST_F(HeldBodies, LoseNoMotionHoweverSlow) {
    btRigidBody& body = addFloating();
    const btScalar speed = btScalar(2e-5);  // a thirtieth of what a body may move while it is held
    body.setLinearVelocity({speed, 0, 0});
    body.setAngularVelocity({0, speed, 0});
    w.run(6000);
    const btTransform& end = body.getWorldTransform();
    const double moved = 6000 * double(kWorldStep) * double(speed);
    EXPECT_NEAR(double(end.getOrigin().x()) - 1, moved, 2e-5);
    EXPECT_NEAR(std::atan2(double(end.getBasis()[0][2]), double(end.getBasis()[2][2])), moved, 2e-5);
}

TEST_F(HeldBodies, AreAcceleratedBySmallForces) {
    btRigidBody& body = addFloating();
    for (int i = 0; i < 600; ++i) {
        body.applyCentralForce({0, 0, btScalar(1e-5)});
        w.run(1);
    }
    EXPECT_NEAR(double(body.getWorldTransform().getOrigin().z()) - 3, 0.5 * 1e-5 * 100, 3e-5);
}

TEST_F(HeldBodies, KeepTheirSpeedWhenTheyAreStruck) {
    btRigidBody& body = addFloating();
    body.setLinearVelocity({btScalar(1e-4), 0, 0});
    w.run(10);
    body.applyCentralImpulse({0, 1, 0});
    w.run(60);
    EXPECT_NEAR(double(body.getLinearVelocity().x()), 1e-4, 1e-6);
    EXPECT_NEAR(double(body.getLinearVelocity().y()), 1, 1e-6);
}

TEST_F(HeldBodies, MayBeSteeredSlowly) {
    btRigidBody& body = addFloating();
    for (int i = 0; i < 600; ++i) {
        body.setLinearVelocity({btScalar(1e-4), 0, 0});
        w.run(1);
    }
    EXPECT_NEAR(double(body.getWorldTransform().getOrigin().x()) - 1, 1e-3, 3e-5);
}

TEST_F(HeldBodies, AreAcceleratedBySmallImpulses) {
    btRigidBody& body = addFloating();
    for (int i = 0; i < 600; ++i) {
        body.applyCentralImpulse({0, 0, btScalar(1e-6)});
        w.run(1);
    }
    EXPECT_NEAR(double(body.getLinearVelocity().z()), 6e-4, 2e-6);
}

TEST_F(HeldBodies, AreFreeWhenTheyGetAJoint) {
    btRigidBody& body = addFloating();
    body.setLinearVelocity({btScalar(1e-4), 0, 0});
    w.run(10);
    btRigidBody& other = w.add(globe, 1, {1, 2, 8});
    other.setActivationState(DISABLE_DEACTIVATION);
    const btVector3 middle(0, 0, btScalar(2.5));
    w.addJoint(std::make_unique<btPoint2PointConstraint>(body, other, middle, -middle));
    w.run(600);
    const btVector3 speed = body.getLinearVelocity() + other.getLinearVelocity();
    EXPECT_NEAR(double(speed.x()), 1e-4, 1e-6);
}

TEST_F(HeldBodies, AreForgottenWithTheirBody) {
    btRigidBody& body = addFloating();
    body.setLinearVelocity({btScalar(1e-4), 0, 0});
    w.run(10);
    w.world.removeRigidBody(&body);
    w.world.addRigidBody(&body);  // as another body at its address and pose would be
    w.run(10);
    const btVector3 before = body.getWorldTransform().getOrigin();
    w.run(600);
    EXPECT_EQ(body.getWorldTransform().getOrigin(), before);
}

TEST_F(HeldBodies, StayWhereTheyArePut) {
    btRigidBody& body = addFloating();
    body.setLinearVelocity({btScalar(1e-4), 0, 0});
    w.run(10);
    body.setWorldTransform(btTransform(btQuaternion::getIdentity(), {7, 8, 9}));
    body.setLinearVelocity({0, 0, 0});
    w.run(600);
    EXPECT_EQ(body.getWorldTransform().getOrigin(), btVector3(7, 8, 9));
}

}  // namespace
}  // namespace ricochet
