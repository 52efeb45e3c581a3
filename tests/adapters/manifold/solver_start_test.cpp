#include "adapters/manifold/solver_start.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

constexpr btScalar kTimeStep = btScalar(1) / 60;

/// A sphere of 1 kg that falls on a static one, in the pair's second step.
struct SolverStart : testing::Test {
    btSphereShape shape{1};
    btRigidBody upper{1, nullptr, &shape, btVector3(1, 1, 1)}, lower{0, nullptr, &shape};
    btCollisionObjectWrapper wrapA{nullptr, &shape, &upper, upper.getWorldTransform(), -1, -1},
        wrapB{nullptr, &shape, &lower, lower.getWorldTransform(), -1, -1};
    RoundShape round = RoundShape::sphere(1);
    ContactSide a, b;
    std::vector<btManifoldPoint> points{
        btManifoldPoint(btVector3(0, -1, 0), btVector3(0, 1, 0), btVector3(0, 1, 0), 0)};
    WarmStartImpulses start;

    SolverStart() {
        a.wrap = &wrapA;
        b.wrap = &wrapB;
        a.round = b.round = &round;
        a.motion.inverseMass = 1;
        a.motion.inverseInertia = Matrix3::Identity();
        a.motion.linearVelocity = Vec3(0, -4, 0);
        b.motion.centre = Vec3(0, -2, 0);
        points[0].m_positionWorldOnA = points[0].m_positionWorldOnB = btVector3(0, -1, 0);
    }

    btScalar impulseInTheSecondStep(btScalar timeStep = kTimeStep) {
        std::vector<btManifoldPoint> none;
        improveStart(a, b, timeStep, {}, start, none);
        improveStart(a, b, timeStep, {}, start, points);
        return points[0].m_appliedImpulse;
    }
};

TEST_F(SolverStart, InAnImpactStopsTheBody) { EXPECT_NEAR(impulseInTheSecondStep() * 0.85, 4, 1e-5); }

TEST_F(SolverStart, CountsTheImpulsesThatBulletHasLeft) {
    btPersistentManifold last(&upper, &lower, 0, 1, 1);
    last.addManifoldPoint(points[0]);
    last.getContactPoint(0).m_appliedImpulse = 3;
    std::vector<btManifoldPoint> none;
    a.motion.gravity = Vec3(0, -9.81, 0);
    a.motion.linearVelocity = Vec3(0, -7, 0);
    improveStart(a, b, kTimeStep, {}, start, none);
    a.motion.linearVelocity = Vec3(0, -7 - 9.81 / 60 + 3, 0);
    improveStart(a, b, kTimeStep, {&last}, start, points);
    EXPECT_NEAR(points[0].m_appliedImpulse * 0.85, 4 + 9.81 / 30, 0.03 * 4);
}

TEST_F(SolverStart, OfBouncingContactsIsLeftToBullet) {
    points[0].m_combinedRestitution = btScalar(0.5);
    EXPECT_EQ(impulseInTheSecondStep(), 0);
}

TEST_F(SolverStart, OfSpringsIsLeftToBullet) {
    points[0].m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_CFM;
    EXPECT_EQ(impulseInTheSecondStep(), 0);
}

TEST_F(SolverStart, DoesNotExistOutsideOfSteps) { EXPECT_EQ(impulseInTheSecondStep(0), 0); }

TEST_F(SolverStart, DoesNotExistForObjectsWithUnknownForces) {
    btCollisionObject object;  // neither static nor a rigid body, as a link of a multi-body
    object.setCollisionFlags(0);
    btCollisionObjectWrapper wrap(nullptr, &shape, &object, object.getWorldTransform(), -1, -1);
    b.wrap = &wrap;
    EXPECT_EQ(impulseInTheSecondStep(), 0);
}

}  // namespace
}  // namespace ricochet
