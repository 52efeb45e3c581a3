// Bullet's worlds with SweepAndPruneBroadphase in the place of btDbvtBroadphase.

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <random>
#include <vector>

namespace ricochet {
namespace {

/// A world with gravity on a broad phase of the test's choice; bodies leave it in the order they came.
struct World {
    explicit World(btBroadphaseInterface& phase) : broadphase(phase) {
        broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&ghosts);
        world.setGravity(btVector3(0, -10, 0));
    }
    ~World() {
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        bodies.back()->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        world.addRigidBody(bodies.back().get());
        return *bodies.back();
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(btScalar(1) / 60, 0);
    }
    btVector3 centreOf(std::size_t i) const { return bodies[i]->getWorldTransform().getOrigin(); }

    btBroadphaseInterface& broadphase;
    btGhostPairCallback ghosts;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btRigidBody>> bodies;
};

struct SweepWorlds : testing::Test {
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btBoxShape box{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btSphereShape sphere{btScalar(0.5)};
    btCapsuleShape capsule{btScalar(0.3), 1};

    void fill(World& w) {
        w.add(plane, 0, btVector3(0, 0, 0));
        btCollisionShape* const shapes[] = {&box, &sphere, &capsule};
        std::mt19937 random(3);
        const auto number = [&] { return static_cast<btScalar>(random() / 4294967296.0); };
        for (int i = 0; i < 90; ++i) {
            w.add(*shapes[i % 3], 1, btVector3(6 * number(), 1 + btScalar(i) / 8, 6 * number()));
        }
    }
};

TEST_F(SweepWorlds, APileOfStockShapesEndsAsWithTheTreesBitForBit) {
    // Order must not matter for this: dispatch by unique ids.
    btDbvtBroadphase trees;
    SweepAndPruneBroadphase sweep;
    World a(trees), b(sweep);
    for (World* w : {&a, &b}) {
        w->world.getDispatchInfo().m_deterministicOverlappingPairs = true;
        fill(*w);
    }
    for (int i = 0; i < 30; ++i) {
        for (World* w : {&a, &b}) w->run(1);
        for (std::size_t body = 0; body < a.bodies.size(); ++body) {
            ASSERT_EQ(a.centreOf(body), b.centreOf(body)) << "step " << i << " body " << body;
        }
    }
    EXPECT_GT(a.dispatcher.getNumManifolds(), 20);
}

TEST_F(SweepWorlds, APileComesToRestAndNothingIsLost) {
    SweepAndPruneBroadphase sweep;
    World w(sweep);
    fill(w);
    w.run(300);
    for (std::size_t i = 1; i < w.bodies.size(); ++i) EXPECT_GT(w.centreOf(i).y(), btScalar(0.2));
}

TEST_F(SweepWorlds, TheSameCallsGiveTheSameWorldAgain) {
    SweepAndPruneBroadphase sweep;
    std::vector<btVector3> centres[2];
    for (auto& each : centres) {
        World w(sweep);
        fill(w);
        w.run(60);
        EXPECT_GT(w.dispatcher.getNumManifolds(), 20);
        for (std::size_t i = 0; i < w.bodies.size(); ++i) each.push_back(w.centreOf(i));
        for (const auto& body : w.bodies) w.world.removeRigidBody(body.get());
        w.bodies.clear();
        sweep.resetPool(&w.dispatcher);
    }
    EXPECT_EQ(centres[0], centres[1]);
}

TEST_F(SweepWorlds, AGhostKnowsTheBodiesInIt) {
    SweepAndPruneBroadphase sweep;
    World w(sweep);
    btGhostObject ghost;
    ghost.setCollisionShape(&box);
    ghost.setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    w.world.addCollisionObject(&ghost);
    btRigidBody& visitor = w.add(sphere, 1, btVector3(0, 3, 0));
    w.run(1);
    EXPECT_EQ(ghost.getNumOverlappingObjects(), 0);
    w.run(40);
    ASSERT_EQ(ghost.getNumOverlappingObjects(), 1);
    EXPECT_EQ(ghost.getOverlappingObject(0), &visitor);
    w.world.removeRigidBody(&visitor);
    EXPECT_EQ(ghost.getNumOverlappingObjects(), 0);
    w.world.addRigidBody(&visitor);
    w.run(1);
    EXPECT_EQ(ghost.getNumOverlappingObjects(), 1);
    w.world.removeCollisionObject(&ghost);
}

/// Where a character is that walks between two boxes, after each of 120 steps.
std::vector<btVector3> positionsOnAWalk(btBroadphaseInterface& phase, btConvexShape& body,
                                        btCollisionShape& obstacle, btCollisionShape& ground) {
    World w(phase);
    w.add(ground, 0, btVector3(0, 0, 0));
    w.add(obstacle, 0, btVector3(3, btScalar(0.5), 0));
    w.add(obstacle, 1, btVector3(0, btScalar(0.5), 2));
    btPairCachingGhostObject ghost;
    ghost.setCollisionShape(&body);
    ghost.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
    ghost.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 2, 0)));
    btKinematicCharacterController character(&ghost, &body, btScalar(0.1), btVector3(0, 1, 0));
    w.world.addCollisionObject(&ghost, btBroadphaseProxy::CharacterFilter,
                               btBroadphaseProxy::StaticFilter | btBroadphaseProxy::DefaultFilter);
    w.world.addAction(&character);
    std::vector<btVector3> path;
    for (int i = 0; i < 120; ++i) {
        character.setWalkDirection(btVector3(btScalar(0.05), 0, i < 60 ? 0 : btScalar(0.03)));
        w.run(1);
        path.push_back(ghost.getWorldTransform().getOrigin());
    }
    w.world.removeAction(&character);
    w.world.removeCollisionObject(&ghost);
    return path;
}

TEST_F(SweepWorlds, AKinematicCharacterWalksAsWithTheTrees) {
    btDbvtBroadphase trees;
    SweepAndPruneBroadphase sweep;
    btBoxShape ground(btVector3(20, btScalar(0.01), 20));
    const std::vector<btVector3> ours = positionsOnAWalk(sweep, capsule, box, ground);
    EXPECT_EQ(ours, positionsOnAWalk(trees, capsule, box, ground));
    EXPECT_GT(ours.back().x(), 1);
}

TEST_F(SweepWorlds, RaysAndSweepsOfAWorldHit) {
    SweepAndPruneBroadphase sweep;
    World w(sweep);
    w.add(plane, 0, btVector3(0, 0, 0));
    const btRigidBody& target = w.add(box, 0, btVector3(5, btScalar(0.5), 0));
    w.run(1);
    const btVector3 from(0, btScalar(0.5), 0), to(10, btScalar(0.5), 0);
    btCollisionWorld::ClosestRayResultCallback ray(from, to);
    w.world.rayTest(from, to, ray);
    EXPECT_EQ(ray.m_collisionObject, &target);
    EXPECT_NEAR(ray.m_hitPointWorld.x(), 4.5, 1e-4);
    const btVector3 up(0, btScalar(0.6), 0);
    btCollisionWorld::ClosestConvexResultCallback convex(from + up, to + up);
    const btTransform start(btQuaternion::getIdentity(), from + up),
        end(btQuaternion::getIdentity(), to + up);
    w.world.convexSweepTest(&sphere, start, end, convex);
    EXPECT_EQ(convex.m_hitCollisionObject, &target);
}

TEST_F(SweepWorlds, ARunningWorldMigratesThereAndBackWithItsContacts) {
    btDbvtBroadphase trees, otherTrees;
    SweepAndPruneBroadphase sweep;
    World w(trees);
    w.add(plane, 0, btVector3(0, 0, 0));
    for (int i = 0; i < 5; ++i) w.add(box, 1, btVector3(0, btScalar(0.5) + btScalar(i), 0));
    w.run(60);
    const int manifolds = w.dispatcher.getNumManifolds();
    ASSERT_GE(manifolds, 5);
    for (btBroadphaseInterface* next :
         {static_cast<btBroadphaseInterface*>(&sweep), static_cast<btBroadphaseInterface*>(&otherTrees)}) {
        migrate(w.world, *next);
        EXPECT_EQ(w.world.getBroadphase(), next);
        w.run(1);
        EXPECT_EQ(w.dispatcher.getNumManifolds(), manifolds);
        int oldest = 0;
        for (int i = 0; i < manifolds; ++i) {
            const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(i);
            for (int k = 0; k < manifold.getNumContacts(); ++k) {
                oldest = std::max(oldest, manifold.getContactPoint(k).getLifeTime());
            }
        }
        EXPECT_GT(oldest, 40);  // contacts and impulses went along
    }
    EXPECT_EQ(trees.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
    EXPECT_EQ(sweep.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
}

}  // namespace
}  // namespace ricochet
