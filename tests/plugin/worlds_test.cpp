#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <LinearMath/btThreads.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

struct Worlds : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};
    btDefaultCollisionConfiguration configuration;
    btDbvtBroadphase broadphase;
};

TEST_F(Worlds, ALinkOfAMultiBodyRestsOnAMesh) {
    btCollisionDispatcher dispatcher(&configuration);
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, -10, 0));
    EXPECT_EQ(registerAlgorithms(&dispatcher), "");

    btRigidBody standing(0, nullptr, &floor);
    standing.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    world.addRigidBody(&standing);
    btMultiBody moving(0, 1, btVector3(btScalar(0.6), btScalar(0.6), btScalar(0.6)), false, false);
    moving.setBasePos(btVector3(0, btScalar(1.3), 0));
    moving.finalizeMultiDof();
    btMultiBodyLinkCollider collider(&moving, -1);
    collider.setCollisionShape(&body);
    collider.setWorldTransform(btTransform(btQuaternion::getIdentity(), moving.getBasePos()));
    moving.setBaseCollider(&collider);
    world.addMultiBody(&moving);
    world.addCollisionObject(&collider, btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter);

    for (int i = 0; i < 120; ++i) world.stepSimulation(btScalar(1) / 60, 0);
    EXPECT_NEAR(moving.getBasePos().y(), 1, 0.02);
    world.removeMultiBody(&moving);
    world.removeCollisionObject(&collider);
    world.removeRigidBody(&standing);
}

/// On one thread, as in Bullet's packages; tests/threads has the same with several.
TEST_F(Worlds, TheThreadedDispatcherServesOurPairs) {
    btSetTaskScheduler(btGetSequentialTaskScheduler());
    btCollisionDispatcherMt dispatcher(&configuration);
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    EXPECT_EQ(registerAlgorithms(&dispatcher), "");

    btRigidBody standing(0, nullptr, &floor), moving(1, nullptr, &body, btVector3(1, 1, 1));
    standing.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    moving.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 2, 0)));
    moving.setAngularVelocity(btVector3(2, 1, 3));
    standing.setRestitution(btScalar(0.5));
    moving.setRestitution(1);
    world.addRigidBody(&standing);
    world.addRigidBody(&moving);
    int maximum = 0;
    for (int i = 0; i < 400; ++i) {
        world.stepSimulation(btScalar(1) / 60, 0);
        maximum = std::max(maximum, dispatcher.getNumManifolds());
    }
    EXPECT_GT(maximum, 0);
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1, 0.02);
    world.removeRigidBody(&moving);
    EXPECT_EQ(dispatcher.getNumManifolds(), 0);
    world.removeRigidBody(&standing);
}

TEST_F(Worlds, ACompoundOfMeshesAndBoxesRestsOnAMesh) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    btBoxShape box(btVector3(btScalar(0.5), 1, btScalar(0.5)));
    btCompoundShape table;
    table.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-2, 0, 0)), &body);
    table.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(2, 0, 0)), &box);
    w.add(floor, 0, btVector3(0, -1, 0));
    const btRigidBody& moving = w.add(table, 1, btVector3(0, btScalar(1.2), 0), btVector3(1, 3, 3));
    w.run(200);
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1, 0.01);
    const int age = w.dispatcher.getManifoldByIndexInternal(0)->getContactPoint(0).getLifeTime();
    EXPECT_GT(age, 100);  // impulses live on although a compound refreshes its children's manifolds

    btCompoundShape two;
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, 0)), &body);
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 2, 0)), &body);
    const btRigidBody& upper = w.add(two, 1, btVector3(-2, btScalar(3.1), 0));
    w.run(200);
    EXPECT_NEAR(upper.getWorldTransform().getOrigin().y(), 3, 0.05);
}

}  // namespace
}  // namespace ricochet
