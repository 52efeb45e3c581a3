// Worlds whose pairs Bullet's btCollisionDispatcherMt serves on several threads. Bullet must be built with
// threads.

#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/threads/ordered_dispatcher.h"
#include "tests/threads/thread_scheduler.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btPoolAllocator.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::torusMesh;

/// The threads that processed a pair; Bullet's callback is a plain function.
struct Workers {
    std::mutex mutex;
    std::set<std::thread::id> ids;
} workers;

void noteWorker(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
    {
        const std::lock_guard lock(workers.mutex);
        workers.ids.insert(std::this_thread::get_id());
    }
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

/// A world with gravity whose pairs are served by a number of threads, one pair at a time each.
class ThreadedWorld {
public:
    ThreadedWorld(int threads, const Settings& settings) : scheduler_(threads) {
        EXPECT_EQ(registerAlgorithms(&dispatcher_, settings), "");
        dispatcher_.setNearCallback(noteWorker);
        world_.setGravity(btVector3(0, btScalar(-9.81), 0));
        workers.ids.clear();
    }
    ~ThreadedWorld() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape,
                                                      btScalar(0.4) * mass * btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(at);
        info.m_restitution = btScalar(0.4);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        world_.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }
    /// Counts the points of all steps.
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            world_.stepSimulation(btScalar(1) / 60, 0);
            for (int k = 0; k < dispatcher_.getNumManifolds(); ++k) {
                contacts_ += dispatcher_.getManifoldByIndexInternal(k)->getNumContacts();
            }
        }
    }
    int contacts() const { return contacts_; }
    std::vector<btScalar> state() const {
        std::vector<btScalar> numbers;
        const auto append = [&](const btVector3& v) { numbers.insert(numbers.end(), {v.x(), v.y(), v.z()}); };
        for (const auto& body : bodies_) {
            for (int row = 0; row < 3; ++row) append(body->getWorldTransform().getBasis()[row]);
            append(body->getWorldTransform().getOrigin());
            append(body->getLinearVelocity());
            append(body->getAngularVelocity());
        }
        return numbers;
    }

private:
    test::ThreadScheduler scheduler_;
    btDefaultCollisionConfiguration configuration_;
    test::OrderedDispatcher dispatcher_{&configuration_, /*grain*/ 1};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    int contacts_ = 0;
};

/// Shapes of all kinds that are ours. A world reads them for the first time in its first steps, from all its
/// threads.
struct Shapes {
    BulletMesh ground = test::groundOf(12, test::hills), tube = torusMesh(btScalar(0.3), 16, 8),
               cube = boxMesh(btScalar(0.4), btScalar(0.4), btScalar(0.4));
    btBvhTriangleMeshShape hills{&ground.interface, true}, box{&cube.interface, true};
    btGImpactMeshShape torus{&tube.interface};
    btSphereShape sphere{btScalar(0.4)};
    btBoxShape stockBox{btVector3(btScalar(0.3), btScalar(0.3), btScalar(0.3))};
    btCompoundShape dumbbell;

    Shapes() {
        torus.updateBound();
        for (const btScalar x : {btScalar(-0.6), btScalar(0.6)}) {
            dumbbell.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(x, 0, 0)), &box);
        }
    }
    ~Shapes() {
        for (const btCollisionShape* shape :
             {static_cast<btCollisionShape*>(&hills), static_cast<btCollisionShape*>(&box),
              static_cast<btCollisionShape*>(&torus), static_cast<btCollisionShape*>(&stockBox)}) {
            release(*shape);
        }
    }
};

struct Outcome {
    std::vector<btScalar> state;
    int contacts = 0;
    std::size_t threads = 0;  ///< that processed a pair
};

/// Bodies of all kinds fall onto hills and one another.
Outcome pile(int threads, const Settings& settings) {
    Shapes shapes;
    ThreadedWorld w(threads, settings);
    w.add(shapes.hills, 0, btVector3(0, 0, 0));
    btCollisionShape* const kinds[] = {&shapes.torus, &shapes.box, &shapes.sphere, &shapes.stockBox,
                                       &shapes.dumbbell};
    for (int i = 0; i < 20; ++i) {
        btRigidBody& body = w.add(*kinds[i % 5], 1,
                                  btVector3(btScalar(1.1 * (i % 4) - 1.6), btScalar(1.2 + 0.6 * (i / 4)),
                                            btScalar(0.9 * (i % 3) - 0.9)));
        body.setAngularVelocity(btVector3(btScalar(i % 3), 1, btScalar(i % 2)));
    }
    w.run(50);
    return {w.state(), w.contacts(), workers.ids.size()};
}

/// A floor that rises a little in each step, under boxes.
Outcome risingFloor(int threads) {
    Shapes shapes;
    BulletMesh slab = boxMesh(6, 1, 6);
    btBvhTriangleMeshShape floor(&slab.interface, true);
    ThreadedWorld w(threads, {});
    w.add(floor, 0, btVector3(0, -1, 0));
    for (int i = 0; i < 9; ++i) {
        w.add(shapes.box, 1,
              btVector3(btScalar(1.5 * (i % 3) - 1.5), btScalar(0.5), btScalar(1.5 * (i / 3) - 1.5)));
    }
    for (int step = 0; step < 60; ++step) {
        for (auto& v : slab.vertices) v[1] += btScalar(0.002);
        floor.partialRefitTree(btVector3(-6, -2, -6), btVector3(6, 2, 6));
        notifyDeformed(floor);
        w.run(1);
    }
    release(floor);
    return {w.state(), w.contacts(), workers.ids.size()};
}

/// Its packages have none.
bool bulletHasThreads() {
    const std::unique_ptr<btITaskScheduler> scheduler(btCreateDefaultTaskScheduler());
    return scheduler != nullptr;
}

class DispatcherWithThreads : public testing::Test {
protected:
    void SetUp() override {
        if (!bulletHasThreads()) GTEST_SKIP() << "Bullet was built without threads";
    }
};

template <class Run>
void expectTheSameOnAnyNumberOfThreads(Run&& run) {
    const Outcome one = run(1);
    EXPECT_EQ(one.threads, 1u);
    EXPECT_GT(one.contacts, 500);
    for (const int threads : {2, 4}) {
        const Outcome several = run(threads);
        EXPECT_EQ(several.state, one.state) << threads;
        EXPECT_EQ(several.contacts, one.contacts) << threads;
        EXPECT_GT(several.threads, 1u) << threads;
    }
}

TEST_F(DispatcherWithThreads, APileOfAllKindsOfShapesEndsInTheSameStateBitForBit) {
    Settings settings;
    settings.convexConvex = "convex-features";
    expectTheSameOnAnyNumberOfThreads([&](int threads) { return pile(threads, settings); });
}

TEST_F(DispatcherWithThreads, APileOnGroundThatIsReadInRegionsEndsInTheSameState) {
    Settings settings;
    ASSERT_EQ(setProcessLimits({.wholeMesh = 100}), "");
    expectTheSameOnAnyNumberOfThreads([&](int threads) { return pile(threads, settings); });
}

TEST_F(DispatcherWithThreads, APileWhoseQueriesHaveThreadsOfTheirOwnEndsInTheSameState) {
    Settings settings;
    settings.narrowPhase = "face-octree";
    settings.threads = 2;
    expectTheSameOnAnyNumberOfThreads([&](int threads) { return pile(threads, settings); });
}

/// Before, those were not listed: releasing one took another from the list, which the solver then read.
TEST_F(DispatcherWithThreads, ListsTheManifoldsOfChildrenThatTwoCompoundsDoNotName) {
    const test::ThreadScheduler scheduler(2);
    btDefaultCollisionConfiguration configuration;
    test::OrderedDispatcher dispatcher(&configuration, /*grain*/ 1);
    btDbvtBroadphase broadphase;
    btCollisionWorld world(&dispatcher, &broadphase, &configuration);
    btSphereShape sphere(1);
    btCompoundShape compound(/*enableDynamicAabbTree*/ false);
    compound.addChildShape(btTransform::getIdentity(), &sphere);
    btCollisionObject objects[3];
    for (btCollisionObject& object : objects) {
        object.setCollisionShape(&compound);
        world.addCollisionObject(&object);
    }
    world.performDiscreteCollisionDetection();
    btPoolAllocator& pool = *configuration.getPersistentManifoldPool();
    EXPECT_GE(pool.getUsedCount(), 3);  // of three pairs
    EXPECT_EQ(dispatcher.getNumManifolds(), pool.getUsedCount());
    for (btCollisionObject& object : objects) world.removeCollisionObject(&object);
    EXPECT_EQ(dispatcher.getNumManifolds(), 0);
    EXPECT_EQ(pool.getUsedCount(), 0);
}

TEST_F(DispatcherWithThreads, BodiesMoveTheSameOnADeformingFloor) {
    expectTheSameOnAnyNumberOfThreads(risingFloor);
}

}  // namespace
}  // namespace ricochet
