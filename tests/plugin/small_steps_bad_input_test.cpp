#include "tests/plugin/solved_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <functional>
#include <limits>

namespace ricochet {
namespace {

using test::SolvedWorld;

constexpr btScalar kNan = std::numeric_limits<btScalar>::quiet_NaN();

bool isFinite(const btRigidBody& body) {
    const btVector3 at = body.getWorldTransform().getOrigin(), v = body.getLinearVelocity(),
                    spin = body.getAngularVelocity();
    return std::isfinite(at.length2() + v.length2() + spin.length2());
}

/// Beside a box at rest and a rope, which must go on as if nothing else was there.
struct SmallStepsBadInput : testing::Test {
    SmallStepsBadInput() {
        w.world.getSolverInfo().m_minimumSolverBatchSize = 100'000;  // all islands in one call
        w.addGround();
        good = &w.addBox(2, {20, btScalar(0.5), 0});
        w.addRope({0, 20, 20}, 5, 1);
    }
    void expectTheOthersGoOn(int steps = 60) {
        w.run(steps);
        EXPECT_NEAR(good->getWorldTransform().getOrigin().y(), 0.5, 0.01);
        EXPECT_LT(good->getLinearVelocity().length(), 0.01);
        const btRigidBody& link = *w.bodies[2];
        EXPECT_TRUE(isFinite(link));
        EXPECT_NEAR(
            (link.getWorldTransform() * btVector3(btScalar(-0.1), 0, 0) - btVector3(-0.1F, 20, 20)).length(),
            0, 0.02);
    }

    SolvedWorld w;
    btRigidBody* good = nullptr;
};

TEST_F(SmallStepsBadInput, TwoBodiesThatNothingMovesOverlap) {
    btRigidBody &a = w.addBox(2, {0, btScalar(5), 0}), &b = w.addBox(2, {btScalar(0.3), btScalar(5.2), 0});
    for (btRigidBody* body : {&a, &b}) {
        body->setLinearFactor({0, 0, 0});
        body->setAngularFactor({0, 0, 0});
    }
    w.addJoint(std::make_unique<btPoint2PointConstraint>(a, b, btVector3(3, 0, 0), btVector3(0, 3, 0)));
    expectTheOthersGoOn();
    EXPECT_EQ(a.getWorldTransform().getOrigin(), btVector3(0, 5, 0));
    EXPECT_EQ(b.getWorldTransform().getOrigin(), btVector3(btScalar(0.3), btScalar(5.2), 0));
}

TEST_F(SmallStepsBadInput, AJointOfTwoStaticBodies) {
    btRigidBody &a = w.addBox(0, {0, 5, 0}), &b = w.addBox(0, {5, 5, 0});
    w.addJoint(std::make_unique<btPoint2PointConstraint>(a, b, btVector3(0, 0, 0), btVector3(0, 0, 0)));
    expectTheOthersGoOn();
}

TEST_F(SmallStepsBadInput, ABodyWithoutInertiaOnAJoint) {
    btRigidBody& body = w.addBox(2, {0, 5, 0});
    body.setMassProps(2, {0, 0, 0});
    body.updateInertiaTensor();
    w.addJoint(std::make_unique<btHingeConstraint>(body, btVector3(0, 1, 0), btVector3(0, 0, 1)));
    expectTheOthersGoOn();
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 5, 0.01);
}

TEST_F(SmallStepsBadInput, AVelocityThatIsNoNumberInAStack) {
    btRigidBody* stack[3];
    for (int i = 0; i < 3; ++i) stack[i] = &w.addBox(2, {0, btScalar(0.5) + btScalar(i), 0});
    w.run(20);
    stack[1]->setAngularVelocity({0, kNan, 0});
    expectTheOthersGoOn();
    EXPECT_NEAR(stack[0]->getWorldTransform().getOrigin().y(), 0.5, 0.01);
    EXPECT_TRUE(isFinite(*stack[2]));
}

TEST_F(SmallStepsBadInput, AVelocityThatIsNoNumberOnAJoint) {
    btRigidBody &a = w.addBox(2, {0, 5, 0}), &b = w.addBox(2, {2, 5, 0});
    w.addJoint(std::make_unique<btPoint2PointConstraint>(a, b, btVector3(1, 0, 0), btVector3(-1, 0, 0)));
    w.run(20);
    a.setLinearVelocity({kNan, 0, 0});
    expectTheOthersGoOn();
    EXPECT_TRUE(isFinite(b));
}

TEST_F(SmallStepsBadInput, AJointWhoseFrameIsNoNumber) {
    btRigidBody &a = w.addBox(2, {0, 5, 0}), &b = w.addBox(2, {2, 5, 0});
    w.addJoint(std::make_unique<btPoint2PointConstraint>(a, b, btVector3(kNan, 0, 0), btVector3(-1, 0, 0)));
    expectTheOthersGoOn();
    EXPECT_TRUE(isFinite(a) && isFinite(b));
}

TEST_F(SmallStepsBadInput, AFrictionThatIsNoNumber) {
    btRigidBody& body = w.addBox(2, {0, btScalar(0.5), 0});
    body.setFriction(kNan);
    expectTheOthersGoOn();
    EXPECT_TRUE(isFinite(body));
}

TEST_F(SmallStepsBadInput, AJointToABodyOutsideTheWorld) {
    btRigidBody &body = w.addBox(2, {0, 5, 0}), &outside = w.addBox(2, {2, 5, 0});
    w.addJoint(
        std::make_unique<btPoint2PointConstraint>(body, outside, btVector3(1, 0, 0), btVector3(-1, 0, 0)));
    w.run(10);
    w.world.removeRigidBody(&outside);
    expectTheOthersGoOn();
    EXPECT_TRUE(isFinite(body) && isFinite(outside));
    w.world.addRigidBody(&outside);
}

TEST_F(SmallStepsBadInput, AJointToABodyThatIsNotSimulated) {
    btRigidBody &body = w.addBox(2, {0, 5, 0}), &off = w.addBox(2, {2, 5, 0});
    w.addJoint(std::make_unique<btPoint2PointConstraint>(body, off, btVector3(1, 0, 0), btVector3(-1, 0, 0)));
    off.forceActivationState(DISABLE_SIMULATION);
    expectTheOthersGoOn();
    EXPECT_TRUE(isFinite(body) && isFinite(off));
}

TEST_F(SmallStepsBadInput, StepsOfNoTimeAndOfASecond) {
    for (const btScalar step : {btScalar(0), btScalar(1e-6), btScalar(1), btScalar(0)}) {
        w.world.stepSimulation(step, 0, step);
        for (const auto& body : w.bodies) EXPECT_TRUE(isFinite(*body)) << step;
    }
    expectTheOthersGoOn(200);
}

TEST(SmallStepsLimits, OneAndAThousandSmallStepsHoldARope) {
    for (const int smallSteps : {1, 1000}) {
        SolvedWorld w(SmallStepsSettings{smallSteps});
        w.addGround();
        w.addRope({0, 10, 0}, 4, 1);
        w.addBox(1, {5, btScalar(0.5), 0});
        w.run(30);
        for (const auto& body : w.bodies) EXPECT_TRUE(isFinite(*body)) << smallSteps;
        EXPECT_NEAR(w.bodies.back()->getWorldTransform().getOrigin().y(), 0.5, 0.02) << smallSteps;
    }
}

TEST(SmallStepsLimits, AnIslandOfAHundredThousandPointsIsSolved) {
    btBoxShape plate({50, 1, 50}), small({btScalar(0.1), btScalar(0.1), btScalar(0.1)});
    SolvedWorld w;
    w.addGround();
    btRigidBody& base = w.add(plate, 100'000, {0, 1, 0});
    for (int i = 0; i < 160 * 160; ++i) {
        w.add(
            small, 1,
            {btScalar(0.5) * btScalar(i / 160) - 40, btScalar(2.1), btScalar(0.5) * btScalar(i % 160) - 40});
    }
    const std::clock_t begin = std::clock();
    w.run(3);
    int points = 0;
    for (int i = 0; i < w.dispatcher.getNumManifolds(); ++i) {
        points += w.dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    }
    EXPECT_GE(points, 100'000);
    EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 60);
    EXPECT_NEAR(base.getWorldTransform().getOrigin().y(), 1, 0.01);
    EXPECT_NEAR(w.bodies.back()->getWorldTransform().getOrigin().y(), 2.1, 0.01);
}

}  // namespace
}  // namespace ricochet
