#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"
#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::fineBoxMesh;
using test::SolvedWorld;
using test::torusMesh;

/// Fine tori, one of them in a compound, and a sphere fall on a mesh.
class CrowdedWorld : public SolvedWorld {
public:
    explicit CrowdedWorld(const Settings& settings) {
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        compound_.addChildShape(btTransform(btQuaternion::getIdentity(), {1, 0, 0}), &torus);
        compound_.addChildShape(btTransform::getIdentity(), &box);
        add(floor, 0, {0, -1, 0});
        for (int i = 0; i < 6; ++i) add(torus, 1, {btScalar(0.2) * btScalar(i), 1 + btScalar(i), 0});
        add(compound_, 2, {4, 2, 0});
        add(sphere_, 1, {0, 8, btScalar(0.3)});
    }
    ~CrowdedWorld() { unregisterAlgorithms(&dispatcher); }

    BulletMesh plate = fineBoxMesh(8, 1, 8, 30), ring = torusMesh(btScalar(0.3), 60, 30);
    btBvhTriangleMeshShape floor{&plate.interface, true};
    btBvhTriangleMeshShape torus{&ring.interface, true};

private:
    btCompoundShape compound_;
    btSphereShape sphere_{btScalar(0.3)};
};

using Meddling = std::function<void(CrowdedWorld&, int step)>;

/// The state after each of 60 steps; `ahead`: pairs found before Bullet asked.
std::vector<btScalar> statesWith(int threads, const Meddling& meddle, long long& ahead) {
    Settings settings;
    settings.threads = threads;
    CrowdedWorld w(settings);
    std::vector<btScalar> states;
    for (int step = 0; step < 60; ++step) {
        meddle(w, step);
        w.run(1);
        const std::vector<btScalar> state = w.state();
        states.insert(states.end(), state.begin(), state.end());
    }
    ahead = statistics(w.dispatcher).aheadPairs;
    return states;
}

void expectSameStates(const Meddling& meddle) {
    long long ahead = 0;
    const std::vector<btScalar> expected = statesWith(1, meddle, ahead);
    EXPECT_EQ(ahead, 0);
    for (const int threads : {2, 5}) {
        EXPECT_EQ(statesWith(threads, meddle, ahead), expected) << threads << " threads";
        EXPECT_GT(ahead, 0) << threads << " threads";
    }
}

TEST(StepPairs, AreFoundByThreadsWithTheSameBits) {
    expectSameStates([](CrowdedWorld&, int) {});
}

TEST(StepPairs, FollowShapesThatAreExchangedAndBodiesThatAreRemoved) {
    expectSameStates([](CrowdedWorld& w, int step) {
        btRigidBody& first = *w.bodies[1];
        if (step == 20) first.setCollisionShape(&w.box);
        if (step == 30) first.setCollisionShape(&w.torus);
        if (step == 40) {
            EXPECT_EQ(setAlgorithm(w.torus, "obb-tree"), "");
        }
        if (step == 45) w.world.removeRigidBody(&first);
        if (step == 50) w.world.addRigidBody(&first);
        if (step == 55) {
            EXPECT_EQ(setAlgorithm(w.torus, ""), "");
        }
    });
}

std::atomic<bool> throwsNext = false;
const std::thread::id callersThread = std::this_thread::get_id();

/// The wide tree; throws once when it is told to, on another thread than the caller's.
class ThrowingTree final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return tree_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        const bool isAhead = std::this_thread::get_id() != callersThread;
        if (isAhead && throwsNext.exchange(false)) throw std::runtime_error("thrown by a narrow phase");
        tree_.findFacePairs(a, b, queryDistance, memory, out);
    }

private:
    WideTree tree_;
};

/// Before, it was lost: the pair was found again in its turn, where nothing was thrown.
TEST(StepPairs, WhatIsThrownOnceOnAThreadLeavesTheStep) {
    addBackend(backend("throwing", "the wide tree; throws when it is told to",
                       [](std::shared_ptr<const Executor>) { return std::make_shared<ThrowingTree>(); }));
    Settings settings;
    settings.threads = 2;
    settings.narrowPhase = "throwing";
    CrowdedWorld w(settings);
    w.run(60);
    const long long ahead = statistics(w.dispatcher).aheadPairs;
    EXPECT_GT(ahead, 0);
    throwsNext = true;
    int thrown = 0;
    for (int step = 0; step < 600 && throwsNext; ++step) {  // the caller may have found all pairs of a step
        try {
            w.run(1);
        } catch (const std::runtime_error&) {
            ++thrown;
        }
    }
    EXPECT_FALSE(throwsNext);
    EXPECT_EQ(thrown, 1);
    w.run(1);
    EXPECT_GT(statistics(w.dispatcher).aheadPairs, 0);
}

TEST(StepPairs, LeavesAProgramItsNearCallback) {
    Settings settings;
    settings.threads = 2;
    CrowdedWorld w({});
    static int calls = 0;
    calls = 0;
    w.dispatcher.setNearCallback(
        [](btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
            ++calls;
            btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
        });
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.run(30);
    EXPECT_GT(calls, 0);
    EXPECT_EQ(statistics(w.dispatcher).aheadPairs, 0);
}

}  // namespace
}  // namespace ricochet
