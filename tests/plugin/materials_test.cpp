#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::torusMesh;

struct Materials : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};
    BulletWorld w;
    btRigidBody *standing = nullptr, *moving = nullptr;

    void SetUp() override {
        floor.setMargin(0);
        body.setMargin(0);
        EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
        standing = &w.add(floor, 0, btVector3(0, -1, 0));
        moving = &w.add(body, 1, btVector3(0, btScalar(1.001), 0));
    }
    const btManifoldPoint& point() { return w.dispatcher.getManifoldByIndexInternal(0)->getContactPoint(0); }
};

TEST_F(Materials, AreCombinedAsStockCombinesThem) {
    standing->setFriction(btScalar(0.4));
    moving->setFriction(btScalar(0.7));
    standing->setRollingFriction(btScalar(0.2));
    moving->setRollingFriction(btScalar(0.1));
    moving->setSpinningFriction(btScalar(0.3));
    w.run(3);
    EXPECT_EQ(point().m_combinedFriction, btManifoldResult::calculateCombinedFriction(standing, moving));
    EXPECT_EQ(point().m_combinedRollingFriction,
              btManifoldResult::calculateCombinedRollingFriction(standing, moving));
    EXPECT_GT(point().m_combinedRollingFriction, 0);
    EXPECT_EQ(point().m_combinedSpinningFriction,
              btManifoldResult::calculateCombinedSpinningFriction(standing, moving));
    EXPECT_EQ(point().m_contactPointFlags, 0);
}

TEST_F(Materials, StiffnessAndDampingArePassedToTheSolver) {
    moving->setContactStiffnessAndDamping(500, 10);
    w.run(120);
    EXPECT_TRUE(point().m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING);
    // A soft floor: the body sinks until four springs carry it.
    EXPECT_NEAR(moving->getWorldTransform().getOrigin().y(), 1 - 9.81 / (4 * 500), 2e-3);
}

TEST_F(Materials, AnisotropicFrictionLetsTheBodySlideInOneDirectionOnly) {
    moving->setAnisotropicFriction(btVector3(0, 1, 1));
    moving->setFriction(1);
    standing->setFriction(1);
    w.run(30);
    moving->setLinearVelocity(btVector3(1, 0, 1));
    w.run(60);
    EXPECT_GT(moving->getWorldTransform().getOrigin().x(), 0.8);
    EXPECT_LT(moving->getWorldTransform().getOrigin().z(), 0.2);
}

TEST_F(Materials, AFrictionAnchorHoldsABodyOnASlope) {
    for (bool anchored : {false, true}) {
        BulletWorld slope;
        EXPECT_EQ(registerAlgorithms(&slope.dispatcher), "");
        slope.world.setGravity(btVector3(3, -9, 0));
        slope.add(floor, 0, btVector3(0, -1, 0)).setFriction(1);
        btRigidBody& held = slope.add(body, 1, btVector3(0, btScalar(1.001), 0));
        held.setFriction(1);
        if (anchored) held.setCollisionFlags(btCollisionObject::CF_HAS_FRICTION_ANCHOR);
        slope.run(30);
        const btScalar start = held.getWorldTransform().getOrigin().x();
        slope.run(300);
        EXPECT_NEAR(held.getWorldTransform().getOrigin().x(), start, anchored ? 1e-3 : 2e-2);
    }
}

/// Metres that an upright ring of many sides rolls in two seconds.
btScalar rollingDistance(bool isAnchored) {
    BulletMesh ground = boxMesh(5, 1, 5), ring = torusMesh(btScalar(0.3), 400);
    btBvhTriangleMeshShape floor(&ground.interface, true), shape(&ring.interface, true);
    floor.setMargin(0);
    shape.setMargin(0);
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0)).setFriction(1);
    const btScalar radius = btScalar(1 + 0.3 * std::cos(M_PI / 12));
    btRigidBody& body = w.add(shape, 1, btVector3(-2, radius, 0));
    body.setWorldTransform(
        btTransform(btQuaternion(btVector3(1, 0, 0), SIMD_HALF_PI), btVector3(-2, radius, 0)));
    body.setFriction(1);
    if (isAnchored) body.setCollisionFlags(btCollisionObject::CF_HAS_FRICTION_ANCHOR);
    body.setMassProps(1, btVector3(btScalar(0.6), btScalar(1.1), btScalar(0.6)));
    body.updateInertiaTensor();
    body.setLinearVelocity(btVector3(1, 0, 0));
    body.setAngularVelocity(btVector3(0, 0, -1 / radius));
    w.run(120);
    return body.getWorldTransform().getOrigin().x() + 2;
}

TEST(FrictionAnchor, LetsABodyRoll) {
    const btScalar freely = rollingDistance(false);
    EXPECT_GT(freely, 1.5);
    EXPECT_NEAR(rollingDistance(true), freely, 0.02 * freely);
}

TEST(FrictionAnchor, DoesNotPullBackASmallBodyAfterSliding) {
    constexpr double kHalf = 0.005;
    BulletMesh ground = boxMesh(5, 1, 5),
               block = boxMesh(btScalar(kHalf), btScalar(0.4 * kHalf), btScalar(kHalf));
    btBvhTriangleMeshShape floor(&ground.interface, true), shape(&block.interface, true);
    floor.setMargin(0);
    shape.setMargin(0);
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    btRigidBody& body =
        w.add(shape, 1, btVector3(0, btScalar(0.4 * kHalf), 0), massProperties(shape, 1).inertia);
    tune(w.world, btScalar(kHalf));
    w.run(30);
    const btVector3 direction = btVector3(1, 0, 1).normalized();
    body.setLinearVelocity(btScalar(0.2) * direction);
    btScalar farthest = 0;
    for (int i = 0; i < 100; ++i) {
        w.run(1);
        farthest = std::max(farthest, body.getWorldTransform().getOrigin().dot(direction));
    }
    EXPECT_GT(farthest, kHalf);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().dot(direction), farthest, 0.05 * kHalf);
}

TEST(Restitution, ABouncingTorusKeepsItsEnergy) {
    BulletMesh ground = boxMesh(5, 1, 5), torus = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor(&ground.interface, true), shape(&torus.interface, true);
    floor.setMargin(0);
    shape.setMargin(0);
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0)).setRestitution(1);
    btRigidBody& body = w.add(shape, 1, btVector3(0, 2, 0));
    body.setRestitution(1);
    btScalar highest = 0;
    int bounces = 0;
    btScalar before = 0;
    for (int i = 0; i < 600; ++i) {
        w.run(1);
        const btScalar speed = body.getLinearVelocity().y();
        if (before < -1 && speed > 1) ++bounces;
        before = speed;
        if (bounces >= 5) highest = std::max(highest, body.getWorldTransform().getOrigin().y());
    }
    EXPECT_GE(bounces, 6);
    EXPECT_NEAR(highest, 2, 0.25);
}

/// The body has 1 kg and a unit sphere's inertia. J: what free flight in Bullet's steps keeps.
double energyOf(const btRigidBody& body, double step) {
    const double linear = double(body.getLinearVelocity().length2());
    const double angular = 0.4 * double(body.getAngularVelocity().length2());
    const double height = double(body.getWorldTransform().getOrigin().y());
    return (linear + angular) / 2 + 9.81 * (height - step * double(body.getLinearVelocity().y()) / 2);
}

// By Newton's law of restitution alone, friction on a corner that bounces makes the cube leave with more.
TEST(Restitution, ATumblingCubeGainsNoEnergyOnARoughFloor) {
    BulletMesh ground = boxMesh(200, 1, 200), cube = boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5));
    btBvhTriangleMeshShape floor(&ground.interface, true), shape(&cube.interface, true);
    for (int i = 0; i < 12; ++i) {
        BulletWorld w;
        w.world.getSolverInfo().m_solverMode |= i % 2 ? SOLVER_USE_2_FRICTION_DIRECTIONS : 0;
        Settings settings;
        settings.margins = Margins::zero;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(floor, 0, btVector3(0, -1, 0)).setRestitution(1);
        btRigidBody& body = w.add(shape, 1, btVector3(0, 2, 0));
        body.setRestitution(1);
        body.setLinearVelocity(btVector3(btScalar(0.3 * i), 0, 1));
        body.setAngularVelocity(btVector3(btScalar(0.5 * i), 1, btScalar(-0.2 * i)));
        const double start = energyOf(body, 1.0 / 60);
        double maximum = 0;
        for (int step = 0; step < 600; ++step) {
            w.run(1);
            maximum = std::max(maximum, energyOf(body, 1.0 / 60));
        }
        EXPECT_LT(maximum, 1.005 * start) << i;
    }
}

}  // namespace
}  // namespace ricochet
