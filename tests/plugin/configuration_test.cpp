#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

struct ConfigurationTest : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};

    static btScalar restHeight(BulletWorld& w, btCollisionShape& floor, btCollisionShape& body) {
        w.add(floor, 0, btVector3(0, -1, 0));
        const btRigidBody& moving = w.add(body, 1, btVector3(0, btScalar(1.2), 0));
        w.run(120);
        return moving.getWorldTransform().getOrigin().y();
    }
};

TEST_F(ConfigurationTest, AWorldMadeFromOurConfigurationCollidesMeshes) {
    BulletWorld w(std::make_unique<CollisionConfiguration>());
    EXPECT_NEAR(restHeight(w, floor, body), 1 + 2 * floor.getMargin(), 0.01);
    EXPECT_GT(statistics(w.dispatcher).pairs, 100);
    EXPECT_LE(statistics(w.dispatcher).pairs, 120);
}

TEST_F(ConfigurationTest, UnregisteringRestoresTheStockTables) {
    BulletWorld w(std::make_unique<CollisionConfiguration>());
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_LT(restHeight(w, floor, body), 0);
}

TEST_F(ConfigurationTest, AnUnknownNameFallsBackToTheDefaultAndIsReported) {
    Settings settings;
    settings.narrowPhase = "octopus";
    auto configuration = std::make_unique<CollisionConfiguration>(settings);
    EXPECT_THAT(configuration->error(),
                testing::StartsWith("There is no narrow phase 'octopus'; there are "));
    BulletWorld w(std::move(configuration));
    EXPECT_NEAR(restHeight(w, floor, body), 1, 0.01);
}

TEST_F(ConfigurationTest, ASoftWorldKeepsItsSoftBodiesAndGainsMeshes) {
    SoftBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, -10, 0));
    world.getWorldInfo().m_gravity = btVector3(0, -10, 0);

    btRigidBody standing(0, nullptr, &floor), moving(1, nullptr, &body, btVector3(1, 1, 1));
    standing.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    moving.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(-3, btScalar(1.2), 0)));
    world.addRigidBody(&standing);
    world.addRigidBody(&moving);
    btSoftBody* cloth =
        btSoftBodyHelpers::CreatePatch(world.getWorldInfo(), btVector3(1, 1, -1), btVector3(3, 1, -1),
                                       btVector3(1, 1, 1), btVector3(3, 1, 1), 8, 8, 0, true);
    cloth->m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
    world.addSoftBody(cloth);
    for (int i = 0; i < 120; ++i) world.stepSimulation(btScalar(1) / 60, 0);

    EXPECT_GT(cloth->m_nodes[0].m_x.y(), -0.5);
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1 + 2 * floor.getMargin(), 0.01);
    world.removeSoftBody(cloth);
    delete cloth;
    world.removeRigidBody(&moving);
    world.removeRigidBody(&standing);
}

}  // namespace
}  // namespace ricochet
