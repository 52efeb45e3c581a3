// Pairs in which nothing moves: their contacts stay, and they are not searched again.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::torusMesh;

struct SteadyPairs : testing::Test {
    BulletMesh ring = torusMesh(btScalar(0.3)), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape torus{&ring.interface, true}, mesh{&cube.interface, true};
    btBoxShape box{btVector3(1, 1, 1)};

    /// A ring without gravity and a ghost object that overlaps it.
    struct World : BulletWorld {
        btGhostObject ghost;

        World(btCollisionShape& ringShape, btCollisionShape& ghostShape) {
            Settings settings;
            settings.measureTime = true;
            EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
            world.setGravity(btVector3(0, 0, 0));
            add(ringShape, 1, btVector3(0, 0, 0));
            ghost.setCollisionShape(&ghostShape);
            ghost.setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
            ghost.getWorldTransform().setOrigin(btVector3(btScalar(0.5), btScalar(0.2), btScalar(0.1)));
            world.addCollisionObject(&ghost);
        }
        ~World() { world.removeCollisionObject(&ghost); }

        /// What the narrow phase did in a step.
        long long work() {
            resetStatistics(dispatcher);
            run(1);
            const Statistics counted = statistics(dispatcher);
            EXPECT_EQ(counted.pairs, 1);
            return counted.boxTests + counted.triangleTests;
        }
        /// Whether the narrow phase took any time in a step.
        bool isSearched() {
            resetStatistics(dispatcher);
            run(1);
            return statistics(dispatcher).narrowPhaseMicroseconds > 0;
        }
        std::vector<std::pair<btScalar, btScalar>> points() {
            std::vector<std::pair<btScalar, btScalar>> found;
            for (int m = 0; m < dispatcher.getNumManifolds(); ++m) {
                const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(m);
                for (int i = 0; i < manifold.getNumContacts(); ++i) {
                    const btManifoldPoint& point = manifold.getContactPoint(i);
                    found.emplace_back(point.getDistance(), point.getPositionWorldOnB().x());
                }
            }
            return found;
        }
    };
};

TEST_F(SteadyPairs, AreNotSearchedAgainUntilABodyMoves) {
    for (btCollisionShape* ghostShape :
         {static_cast<btCollisionShape*>(&box), static_cast<btCollisionShape*>(&mesh)}) {
        World w(torus, *ghostShape);
        EXPECT_GT(w.work(), 0);
        w.run(2);
        const auto before = w.points();
        EXPECT_FALSE(before.empty());
        for (int i = 0; i < 3; ++i) EXPECT_EQ(w.work(), 0);
        EXPECT_EQ(w.points(), before);

        w.ghost.getWorldTransform().getOrigin() += btVector3(btScalar(0.01), 0, 0);
        EXPECT_GT(w.work(), 0);
        EXPECT_NE(w.points(), before);
        w.run(3);
        EXPECT_EQ(w.work(), 0);
        btRigidBody::upcast(w.world.getCollisionObjectArray()[0])
            ->setLinearVelocity(btVector3(0, btScalar(0.1), 0));
        EXPECT_GT(w.work(), 0);
        EXPECT_GT(w.work(), 0);
    }
}

TEST_F(SteadyPairs, OfRoundShapesAreNotSearchedAgainUntilSomethingChanges) {
    btSphereShape sphere(btScalar(0.5));
    btCapsuleShape capsule(btScalar(0.3), btScalar(0.4));
    btCylinderShape cylinder(btVector3(btScalar(0.4), btScalar(0.4), btScalar(0.4)));
    const std::vector<btCollisionShape*> shapes = {&sphere, &capsule, &cylinder};
    for (btCollisionShape* const shape : shapes) {
        SCOPED_TRACE(shape->getName());
        World w(torus, *shape);
        w.ghost.getWorldTransform().setOrigin(btVector3(1, btScalar(0.6), btScalar(0.1)));
        EXPECT_TRUE(w.isSearched());
        w.run(2);
        const auto before = w.points();
        EXPECT_FALSE(before.empty());
        for (int i = 0; i < 3; ++i) EXPECT_FALSE(w.isSearched());
        EXPECT_EQ(w.points(), before);

        w.ghost.getWorldTransform().getOrigin() -= btVector3(0, btScalar(0.01), 0);
        EXPECT_TRUE(w.isSearched());
        EXPECT_NE(w.points(), before);
        w.run(3);
        EXPECT_FALSE(w.isSearched());
        shape->setLocalScaling(btVector3(btScalar(1.1), btScalar(1.1), btScalar(1.1)));
        EXPECT_TRUE(w.isSearched());
    }
}

TEST_F(SteadyPairs, WithoutContactsAreNotSearchedEither) {
    World w(torus, box);
    w.ghost.getWorldTransform().setOrigin(btVector3(0, btScalar(1.31), 0));  // their boxes overlap by margins
    w.run(3);
    EXPECT_EQ(w.work(), 0);
}

TEST_F(SteadyPairs, SeeThatAMeshHasDeformed) {
    World w(torus, box);
    w.run(3);
    const auto before = w.points();
    EXPECT_EQ(w.work(), 0);
    for (auto& vertex : ring.vertices) vertex[1] *= btScalar(1.1);
    torus.refitTree(btVector3(-2, -2, -2), btVector3(2, 2, 2));
    notifyDeformed(torus);
    EXPECT_GT(w.work(), 0);
    EXPECT_NE(w.points(), before);
}

}  // namespace
}  // namespace ricochet
