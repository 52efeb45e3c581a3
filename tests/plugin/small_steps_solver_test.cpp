#include "tests/plugin/solved_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

using test::kWorldGravity;
using test::kWorldStep;
using test::SolvedWorld;

TEST(SmallStepsSolver, ATowerOfTwentyBoxesStandsWithoutTuning) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.25), btScalar(0.5)});
    SolvedWorld w;
    w.add(ground, 0, {0, -1, 0});
    for (int i = 0; i < 20; ++i) w.add(box, 1, {0, btScalar(0.25) + btScalar(0.5) * btScalar(i), 0});
    w.run(600);
    for (int i = 1; i <= 20; ++i) {
        const btVector3 at = w.bodies[std::size_t(i)]->getWorldTransform().getOrigin();
        EXPECT_LT(std::hypot(at.x(), at.z()), 0.03) << i;
        EXPECT_NEAR(at.y(), 0.25 + 0.5 * (i - 1), 0.05) << i;
    }
    EXPECT_EQ(w.bodies.back()->getActivationState(), ISLAND_SLEEPING);
}

TEST(SmallStepsSolver, PointsHoldTheImpulsesOfTheWholeStep) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    SolvedWorld w;
    w.add(ground, 0, {0, -1, 0});
    w.add(box, 3, {0, btScalar(0.5), 0}).setActivationState(DISABLE_DEACTIVATION);
    w.run(120);
    btScalar sum = 0;
    for (int m = 0; m < w.dispatcher.getNumManifolds(); ++m) {
        const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(m);
        for (int i = 0; i < manifold.getNumContacts(); ++i)
            sum += manifold.getContactPoint(i).getAppliedImpulse();
    }
    EXPECT_NEAR(sum, 3 * kWorldGravity * kWorldStep, 0.02 * 3 * kWorldGravity * kWorldStep);
}

/// Metres: how far a rope's links part in ten seconds.
btScalar widestGap(btScalar load) {
    SolvedWorld w;
    w.addRope({0, 0, 0}, 20, load);
    btScalar widest = 0;
    for (int step = 0; step < 600; ++step) {
        w.run(1);
        for (std::size_t i = 1; i < 20; ++i) {
            const btVector3 a = w.bodies[i - 1]->getWorldTransform() * btVector3(btScalar(0.1), 0, 0),
                            b = w.bodies[i]->getWorldTransform() * btVector3(btScalar(-0.1), 0, 0);
            widest = std::max(widest, (a - b).length());
        }
    }
    return widest;
}

TEST(SmallStepsSolver, ARopeHoldsAHundredTimesTheWeightOfALink) {
    EXPECT_LT(widestGap(btScalar(0.1)), 0.05);
    EXPECT_LT(widestGap(10), 0.15);
}

TEST(SmallStepsSolver, CountsDirectSolutions) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    for (const btScalar load : {btScalar(2), btScalar(2000)}) {
        SmallStepsSolver solver;
        SolvedWorld w(solver);
        w.add(ground, 0, {0, -1, 0});
        w.add(box, 1, {0, btScalar(0.5), 0});
        w.add(box, load, {0, btScalar(1.5), 0});
        for (const auto& body : w.bodies) body->setActivationState(DISABLE_DEACTIVATION);
        w.run(60);
        const DirectSolutions direct = solver.directSolutions();
        EXPECT_EQ(direct.solved, load > 1000 ? 60 * 16 : 0);
        EXPECT_EQ(direct.leftToSweeps, 0);
        EXPECT_NEAR(w.bodies[2]->getWorldTransform().getOrigin().y(), 1.5, 2e-3);
    }
}

TEST(SmallStepsSolver, AMotorKeepsItsSpeed) {
    btBoxShape box({btScalar(0.5), btScalar(0.1), btScalar(0.1)});
    SolvedWorld w;
    btRigidBody& body = w.add(box, 2, {0, 0, 0});
    body.setActivationState(DISABLE_DEACTIVATION);
    auto hinge = std::make_unique<btHingeConstraint>(body, btVector3(0, 0, 0), btVector3(0, 0, 1));
    hinge->enableAngularMotor(true, 3, 10);
    w.world.addConstraint(hinge.get());
    w.joints.push_back(std::move(hinge));
    w.run(120);
    EXPECT_NEAR(std::abs(body.getAngularVelocity().z()), 3, 0.03);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().length(), 0, 1e-3);
}

TEST(SmallStepsSolver, ASoftContactSettlesByItsSpring) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    SolvedWorld w;
    w.add(ground, 0, {0, -1, 0});
    btRigidBody& body = w.add(box, 2, {0, btScalar(0.5), 0});
    body.setContactStiffnessAndDamping(400, 40);
    body.setActivationState(DISABLE_DEACTIVATION);
    w.run(600);
    // Bullet combines a spring with the other body's, which is as good as rigid; four points bear the box.
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5 - 2 * kWorldGravity / (4 * 400), 0.005);
}

TEST(SmallStepsSolver, TheSameWorldEndsTheSame) {
    const auto end = [] {
        btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.25), btScalar(0.4)});
        SolvedWorld w;
        w.add(ground, 0, {0, -1, 0});
        for (int i = 0; i < 12; ++i) {
            w.add(box, 1, {btScalar(0.2) * btScalar(i % 3), btScalar(0.3) + btScalar(0.6) * btScalar(i), 0});
        }
        w.run(200);
        std::vector<btScalar> state;
        for (const auto& body : w.bodies) {
            const btVector3 at = body->getWorldTransform().getOrigin();
            state.insert(state.end(), {at.x(), at.y(), at.z()});
        }
        return state;
    };
    EXPECT_EQ(end(), end());
}

TEST(SmallStepsSolver, ABodyWithoutAFiniteStateLeavesTheOthersAlone) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    SolvedWorld w;
    w.add(ground, 0, {0, -1, 0});
    btRigidBody& good = w.add(box, 2, {3, btScalar(0.5), 0});
    btRigidBody& bad = w.add(box, 2, {-3, btScalar(0.5), 0});
    w.run(10);
    bad.setLinearVelocity({std::numeric_limits<btScalar>::quiet_NaN(), 0, 0});
    w.run(60);
    EXPECT_NEAR(good.getWorldTransform().getOrigin().y(), 0.5, 0.01);
}

TEST(SmallStepsSolver, AnyNumberOfSmallStepsAndAnyTimeStepIsAnswered) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    for (const int smallSteps : {-3, 0, 1, 4, 1000, 1'000'000}) {
        SolvedWorld w(SmallStepsSettings{smallSteps});
        w.add(ground, 0, {0, -1, 0});
        btRigidBody& body = w.add(box, 2, {0, btScalar(0.5), 0});
        w.run(20);
        w.world.stepSimulation(0, 0, 0);
        EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5, 0.01) << smallSteps;
        w.world.stepSimulation(1, 0, 1);  // gravity alone moves a body by five metres
        EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5, 1.5) << smallSteps;
    }
}

TEST(SmallStepsSolver, ABodyWithoutInertiaAndTwoWithoutMassAreNoTrouble) {
    btBoxShape ground({10, 1, 10}), box({btScalar(0.5), btScalar(0.5), btScalar(0.5)});
    SolvedWorld w;
    w.add(ground, 0, {0, -1, 0});
    btRigidBody& body = w.add(box, 2, {0, btScalar(0.6), 0});
    body.setMassProps(2, {0, 0, 0});
    body.updateInertiaTensor();
    w.run(120);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5, 0.01);
}

}  // namespace
}  // namespace ricochet
