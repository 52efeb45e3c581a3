#include <BulletDynamics/ConstraintSolver/btHingeConstraint.h>
#include <BulletDynamics/ConstraintSolver/btPoint2PointConstraint.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

constexpr btScalar kGravity = btScalar(9.81), kStep = btScalar(1) / 60;

/// A world of Bullet's own shapes with the solver, nothing tuned.
struct SolvedWorld {
    explicit SolvedWorld(const SmallStepsSettings& settings = {}) : solver(settings) {
        world.setGravity({0, -kGravity, 0});
    }
    ~SolvedWorld() {
        for (const auto& joint : joints) world.removeConstraint(joint.get());
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        world.addRigidBody(bodies.back().get());
        return *bodies.back();
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(kStep, 0, kStep);
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadPhase;
    SmallStepsSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadPhase, &solver, &configuration};
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
};

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
    EXPECT_NEAR(sum, 3 * kGravity * kStep, 0.02 * 3 * kGravity * kStep);
}

/// Metres: how far the ropes' links part in ten seconds, of twenty links of 0.1 kg with a load at the end.
btScalar widestGap(btScalar load) {
    btBoxShape link({btScalar(0.1), btScalar(0.02), btScalar(0.02)});
    SolvedWorld w;
    btRigidBody* last = nullptr;
    for (int i = 0; i < 20; ++i) {
        const bool isEnd = i == 19;
        btRigidBody& body = w.add(link, isEnd ? load : btScalar(0.1), {btScalar(0.2) * btScalar(i), 0, 0});
        body.setActivationState(DISABLE_DEACTIVATION);
        const btVector3 left(btScalar(-0.1), 0, 0), right(btScalar(0.1), 0, 0);
        if (last) {
            w.joints.push_back(std::make_unique<btPoint2PointConstraint>(*last, body, right, left));
        } else {
            w.joints.push_back(std::make_unique<btPoint2PointConstraint>(body, left));
        }
        w.world.addConstraint(w.joints.back().get(), true);
        last = &body;
    }
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
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5 - 2 * kGravity / (4 * 400), 0.005);
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
