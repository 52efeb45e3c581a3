#include "adapters/start_impulses.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

constexpr btScalar kStep = btScalar(1) / 60;
constexpr Real kWarmStart = 0.85;  // Bullet's share of the stored impulses
constexpr Real kFall = 9.81 / 60;  // m/s in a step

/// A body of 1 kg over a standing one; four corners of a square touch. A corner's impulse moves its own
/// corner more than the others, so that a single sweep does not solve them.
struct StartImpulsesTest : testing::Test {
    btSphereShape shape{1};
    btRigidBody upper{1, nullptr, &shape, btVector3(1, 1, 1)}, lower{0, nullptr, &shape};
    btCollisionObjectWrapper wrapA{nullptr, &shape, &upper, upper.getWorldTransform(), -1, -1},
        wrapB{nullptr, &shape, &lower, lower.getWorldTransform(), -1, -1};
    RoundShape round = RoundShape::sphere(1);
    ContactSide a, b;
    std::vector<btManifoldPoint> points;
    StartImpulses start;

    StartImpulsesTest() {
        a.wrap = &wrapA;
        b.wrap = &wrapB;
        a.round = b.round = &round;
        a.motion.inverseMass = 1;
        a.motion.inverseInertia = Matrix3::Identity();
        a.motion.gravity = Vec3(0, -9.81, 0);
        b.motion.centre = Vec3(0, -10, 0);
        for (const btScalar x : {-1, 1}) {
            for (const btScalar z : {-1, 1}) {
                btManifoldPoint point(btVector3(x, -1, z), btVector3(x, 9, z), btVector3(0, 1, 0), 0);
                point.m_positionWorldOnA = point.m_positionWorldOnB = btVector3(x, -1, z);
                points.push_back(point);
            }
        }
    }

    /// A step in which nothing touches, and the next, to which the body comes with that speed.
    void strike(Real speedBefore, Real speed) {
        a.motion.linearVelocity = Vec3(0, -speedBefore, 0);
        std::vector<btManifoldPoint> none;
        start.improve(a, b, kStep, {}, none);
        a.motion.linearVelocity = Vec3(0, -speed, 0);
        start.improve(a, b, kStep, {}, points);
    }

    Real total() const {
        Real sum = 0;
        for (const btManifoldPoint& point : points) sum += Real(point.m_appliedImpulse);
        return sum;
    }
};

TEST_F(StartImpulsesTest, StartsFromTheImpulsesOfTheImpact) {
    strike(4, 4 + kFall);
    EXPECT_NEAR(total() * kWarmStart, 4 + 2 * kFall, 0.01 * 4);
    for (const btManifoldPoint& point : points) EXPECT_NEAR(point.m_appliedImpulse, total() / 4, 1e-4);
}

TEST_F(StartImpulsesTest, WhatDoesNotTouchWithinTheStepHasNoImpulse) {
    for (btManifoldPoint& point : points) point.m_distance1 = btScalar(0.2);
    strike(4, 4 + kFall);
    EXPECT_EQ(total(), 0);
}

TEST_F(StartImpulsesTest, TakesImpulsesOffThatTheLastStepLeft) {
    for (btManifoldPoint& point : points) point.m_appliedImpulse = 5;
    strike(0, kFall);
    EXPECT_LT(total() * kWarmStart, 1);
}

TEST_F(StartImpulsesTest, ImpulsesOfAFallOfOneStepStayNearThoseOfTheLastOne) {
    strike(0, 0.1 * kFall);
    EXPECT_LT(total() * kWarmStart, 0.7 * kFall);
}

TEST_F(StartImpulsesTest, WhereOthersPushAsMuchAsTheWeightImpulsesStay) {
    strike(4, 4 + 2.1 * kFall);
    EXPECT_EQ(total(), 0);
}

TEST_F(StartImpulsesTest, OfTheFirstStepOfAPairImpulsesStay) {
    a.motion.linearVelocity = Vec3(0, -4, 0);
    start.improve(a, b, kStep, {}, points);
    EXPECT_EQ(total(), 0);
}

TEST_F(StartImpulsesTest, OwnImpulsesOfTheLastStepAreNotThoseOfOthers) {
    btPersistentManifold last(&upper, &lower, 0, 1, 1);
    for (btManifoldPoint& point : points) point.m_appliedImpulse = 1;
    for (const btManifoldPoint& point : points) last.addManifoldPoint(point);
    a.motion.linearVelocity = Vec3(0, -8, 0);
    std::vector<btManifoldPoint> none;
    start.improve(a, b, kStep, {}, none);
    a.motion.linearVelocity = Vec3(0, -8 - kFall + 4, 0);
    start.improve(a, b, kStep, {&last}, points);
    EXPECT_NEAR(total() * kWarmStart, 4 + 2 * kFall, 0.02 * 4);
}

TEST_F(StartImpulsesTest, BouncesAndSpringsAreLeftToBullet) {
    points[1].m_combinedRestitution = btScalar(0.5);
    strike(4, 4 + kFall);
    EXPECT_EQ(total(), 0);
    points[1].m_combinedRestitution = 0;
    points[2].m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_CFM;
    strike(4, 4 + kFall);
    EXPECT_EQ(total(), 0);
}

TEST_F(StartImpulsesTest, OfBodiesThatNothingPushesImpulsesStay) {
    a.motion.inverseMass = 0;
    a.motion.inverseInertia = Matrix3::Zero();
    strike(4, 4);
    EXPECT_EQ(total(), 0);
}

TEST_F(StartImpulsesTest, OutsideOfStepsNothingHappens) {
    a.motion.linearVelocity = Vec3(0, -4, 0);
    start.improve(a, b, 0, {}, points);
    start.improve(a, b, 0, {}, points);
    EXPECT_EQ(total(), 0);
}

}  // namespace
}  // namespace ricochet
