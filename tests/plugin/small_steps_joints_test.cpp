#include "plugin/solver/joint_memory.h"
#include "tests/plugin/solved_world.h"
#include "tests/support/build_kind.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <LinearMath/btThreads.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <new>
#include <thread>

namespace ricochet {
namespace {

using test::SolvedWorld;

/// As Bullet's btConstraintSolverPoolMt: each island goes to one of several solvers, on threads.
class Pool : public btConstraintSolver {
public:
    explicit Pool(std::size_t solvers) : solvers_(solvers) {}

    btScalar solveGroup(btCollisionObject** bodies, int bodyCount, btPersistentManifold** manifolds,
                        int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                        const btContactSolverInfo& info, btIDebugDraw*, btDispatcher* dispatcher) override {
        islands_.push_back([=, &info, bodies = std::vector(bodies, bodies + bodyCount),
                            manifolds = std::vector(manifolds, manifolds + manifoldCount),
                            constraints = std::vector(constraints, constraints + constraintCount)](
                               SmallStepsSolver& solver) mutable {
            solver.solveGroup(bodies.data(), bodyCount, manifolds.data(), manifoldCount, constraints.data(),
                              constraintCount, info, nullptr, dispatcher);
        });
        return 0;
    }
    void allSolved(const btContactSolverInfo&, btIDebugDraw*) override {
        std::atomic<std::size_t> next = 0;
        std::vector<std::thread> threads;
        for (SmallStepsSolver& solver : solvers_) {
            threads.emplace_back([&] {
                for (std::size_t i = next++; i < islands_.size(); i = next++) islands_[i](solver);
            });
        }
        for (std::thread& thread : threads) thread.join();
        mostIslands = std::max(mostIslands, islands_.size());
        islands_.clear();
    }
    void reset() override {}
    btConstraintSolverType getSolverType() const override { return BT_SEQUENTIAL_IMPULSE_SOLVER; }

    std::size_t mostIslands = 0;

private:
    std::vector<SmallStepsSolver> solvers_;
    std::vector<std::function<void(SmallStepsSolver&)>> islands_;
};

template <class World = btDiscreteDynamicsWorld>
std::vector<btScalar> ropesAndBoxes(btConstraintSolver& solver) {
    test::SolvedWorldOf<World> w(solver);
    w.world.getSolverInfo().m_minimumSolverBatchSize = 1;  // else Bullet solves all islands in one call
    w.addGround();
    for (int i = 0; i < 7; ++i) {
        w.addRope({0, 10, btScalar(3 * i)}, 5 + i, 1);
        w.addBox(1, {btScalar(-3 - 2 * i), btScalar(0.6), 0});
    }
    w.run(test::kIsSlowBuild ? 30 : 120);
    return w.state();
}

TEST(SmallStepsJoints, APoolOfSolversEndsAsOneSolver) {
    SmallStepsSolver one;
    const std::vector<btScalar> state = ropesAndBoxes(one);
    for (const std::size_t solvers : {1u, 2u, 3u, 8u}) {
        Pool pool(solvers);
        EXPECT_EQ(ropesAndBoxes(pool), state) << solvers;
        EXPECT_GE(pool.mostIslands, 14u);
    }
}

struct WorldMt : btDiscreteDynamicsWorldMt {
    WorldMt(btDispatcher* dispatcher, btBroadphaseInterface* broadPhase, btConstraintSolver* pool,
            btCollisionConfiguration* configuration)
        : btDiscreteDynamicsWorldMt(dispatcher, broadPhase, static_cast<btConstraintSolverPoolMt*>(pool),
                                    nullptr, configuration) {}
};

TEST(SmallStepsJoints, BulletsPoolInItsWorldForThreads) {
    btSetTaskScheduler(btGetSequentialTaskScheduler());  // the only one of Bullet's packages
    std::vector<btScalar> states[2];
    for (int i = 0; i < 2; ++i) {
        btConstraintSolver* solvers[] = {new SmallStepsSolver, new SmallStepsSolver};
        btConstraintSolverPoolMt pool(solvers, i + 1);
        states[i] = ropesAndBoxes<WorldMt>(pool);
        if (i == 0) delete solvers[1];
    }
    EXPECT_EQ(states[0], states[1]);
}

/// Solves each island by the next one of several solvers.
struct InTurns : btConstraintSolver {
    std::vector<SmallStepsSolver> solvers{3};
    std::size_t calls = 0;

    btScalar solveGroup(btCollisionObject** bodies, int bodyCount, btPersistentManifold** manifolds,
                        int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                        const btContactSolverInfo& info, btIDebugDraw* drawer,
                        btDispatcher* dispatcher) override {
        return solvers[calls++ % 3].solveGroup(bodies, bodyCount, manifolds, manifoldCount, constraints,
                                               constraintCount, info, drawer, dispatcher);
    }
    void reset() override {
        for (SmallStepsSolver& solver : solvers) solver.reset();
    }
    btConstraintSolverType getSolverType() const override { return BT_SEQUENTIAL_IMPULSE_SOLVER; }
};

TEST(SmallStepsJoints, AnyOfSeveralSolversStartsFromTheForcesInAJoint) {
    SmallStepsSolver one;
    InTurns several;
    EXPECT_EQ(ropesAndBoxes(several), ropesAndBoxes(one));
}

TEST(SmallStepsJoints, WithoutTheForcesAWorldContinuesOtherwise) {
    const auto end = [](bool forgets) {
        InTurns solver;
        SolvedWorld w(solver);
        w.addRope({0, 0, 0}, 10, 5);
        for (int i = 0; i < 60; ++i) {
            w.run(1);
            if (forgets) solver.reset();
        }
        return w.state();
    };
    EXPECT_NE(end(true), end(false));
}

TEST(SmallStepsJoints, ASolverServesTwoWorlds) {
    SmallStepsSolver alone, shared;
    SolvedWorld first(alone), second(shared), third(shared);
    for (SolvedWorld* w : {&first, &second, &third}) {
        w->addGround();
        w->addBox(1, {5, btScalar(0.6), 0});
        w->addRope({0, 5, 0}, 10, 5);
    }
    third.addRope({0, 5, 2}, 10, 5);
    for (int i = 0; i < 120; ++i) {
        for (SolvedWorld* w : {&first, &second, &third}) w->run(1);
    }
    EXPECT_EQ(second.state(), first.state());
    const std::vector<btScalar> both = third.state();
    EXPECT_EQ(std::vector(both.begin(), both.begin() + std::ssize(first.state())), first.state());
}

TEST(SmallStepsJoints, ARestoredWorldContinuesAsItDid) {
    struct Saved {
        btTransform pose;
        btVector3 linear, angular;
    };
    SolvedWorld w;
    w.addRope({0, 0, 0}, 10, 5);
    w.run(100);
    std::vector<Saved> bodies;
    for (const auto& body : w.bodies) {
        bodies.push_back({body->getWorldTransform(), body->getLinearVelocity(), body->getAngularVelocity()});
    }
    std::vector<std::vector<double>> forces;
    for (const auto& joint : w.joints) forces.push_back(jointForces(*joint));
    EXPECT_EQ(forces.front().size(), 3u);
    w.run(50);
    const std::vector<btScalar> end = w.state();

    const auto restore = [&] {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            w.bodies[i]->setCenterOfMassTransform(bodies[i].pose);
            w.bodies[i]->setLinearVelocity(bodies[i].linear);
            w.bodies[i]->setAngularVelocity(bodies[i].angular);
        }
    };
    restore();
    for (std::size_t i = 0; i < forces.size(); ++i) setJointForces(*w.joints[i], forces[i]);
    w.run(50);
    EXPECT_EQ(w.state(), end);
    restore();
    w.run(50);
    EXPECT_NE(w.state(), end) << "the forces do not count";
}

TEST(SmallStepsJoints, AJointKeepsItsForcesWhileItSleeps) {
    SolvedWorld w;
    w.addRope({0, 0, 0}, 1, 5);
    w.bodies.front()->setDamping(btScalar(0.9), btScalar(0.9));
    w.run(600);
    const std::vector<double> forces = jointForces(*w.joints.front());
    w.bodies.front()->forceActivationState(ISLAND_SLEEPING);
    w.run(60);
    EXPECT_EQ(jointForces(*w.joints.front()), forces);
    EXPECT_FALSE(forces.empty());
}

TEST(SmallStepsJoints, ANewJointAtADeadOnesAddressHasNoForces) {
    SolvedWorld w;
    btRigidBody &a = w.addBox(1, {0, 0, 0}), &b = w.addBox(1, {2, 0, 0});
    alignas(16) std::array<std::byte, 2048> room;
    const auto make = [&](btRigidBody& body) {
        return new (room.data()) btPoint2PointConstraint(body, btVector3(0, btScalar(0.5), 0));
    };
    btTypedConstraint* joint = make(a);
    w.world.addConstraint(joint);
    w.run(10);
    EXPECT_EQ(jointForces(*joint).size(), 3u);
    w.world.removeConstraint(joint);
    joint->~btTypedConstraint();
    for (btRigidBody* body : {&a, &b}) {
        joint = make(*body);
        EXPECT_TRUE(jointForces(*joint).empty());
        joint->~btTypedConstraint();
    }
}

TEST(JointMemory, ForgetsWhatIsNotSolvedAnyLonger) {
    btSphereShape sphere(1);
    btRigidBody body(1, nullptr, &sphere);
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    for (int i = 0; i < 100; ++i) {
        joints.push_back(std::make_unique<btPoint2PointConstraint>(body, btVector3(0, 0, 0)));
    }
    JointMemory memory;
    btTypedConstraint* lasts = joints[0].get();
    for (const auto& joint : joints) {
        btTypedConstraint* one = joint.get();
        memory.note(nullptr, {&one, 1}, {{1, 2, 3}}, 1);
    }
    EXPECT_EQ(memory.size(), 100u);
    joints.resize(1);
    for (int i = 0; i < 30'000; ++i) memory.note(nullptr, {&lasts, 1}, {{4, 5, 6}}, 1);
    EXPECT_EQ(memory.size(), 1u);
    EXPECT_EQ(memory.recall({&lasts, 1}, 1).front(), (JointMemory::Forces{4, 5, 6}));
}

TEST(JointMemory, ALongerStepHasTheImpulsesOfTheLastOne) {
    btSphereShape sphere(1);
    btRigidBody body(1, nullptr, &sphere);
    btPoint2PointConstraint joint(body, btVector3(0, 0, 0));
    btTypedConstraint* one = &joint;
    JointMemory memory;
    memory.note(nullptr, {&one, 1}, {{8}}, 1);
    EXPECT_EQ(memory.recall({&one, 1}, 0.5).front(), JointMemory::Forces{8});
    EXPECT_EQ(memory.recall({&one, 1}, 4).front(), JointMemory::Forces{2});
}

}  // namespace
}  // namespace ricochet
