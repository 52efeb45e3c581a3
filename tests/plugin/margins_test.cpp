#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

enum class Backend { stock, gimpact, ours, oursWithoutMargins };

/// Height at which a body of half height 1 comes to rest on a floor whose top is at 0.
btScalar restHeight(btCollisionShape& floor, btCollisionShape& body, Backend backend) {
    BulletWorld w;
    Settings settings;
    if (backend == Backend::oursWithoutMargins) settings.margins = Margins::zero;
    if (backend == Backend::gimpact) btGImpactCollisionAlgorithm::registerAlgorithm(&w.dispatcher);
    if (backend >= Backend::ours) {
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    }
    const bool isPlane = floor.getShapeType() == STATIC_PLANE_PROXYTYPE;
    w.add(floor, 0, btVector3(0, btScalar(isPlane ? 0 : -1), 0));
    const btRigidBody& moving = w.add(body, 1, btVector3(0, btScalar(1.15), 0));
    w.run(240);
    if (backend >= Backend::ours) {
        EXPECT_LT(moving.getLinearVelocity().length(), 0.005);
    }
    return moving.getWorldTransform().getOrigin().y();
}

constexpr double kSettled = 2e-3;  // metres: how far into one another solvers let resting bodies sink

struct MarginsTest : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};
    btGImpactMeshShape gimpact{&cube.interface};
    btBoxShape box{btVector3(1, 1, 1)};
    btConvexHullShape hull;
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};

    MarginsTest() {
        for (const auto& v : cube.vertices) hull.addPoint(btVector3(v[0], v[1], v[2]));
        floor.setMargin(btScalar(0.03));
        body.setMargin(btScalar(0.05));
        gimpact.setMargin(btScalar(0.05));
        gimpact.updateBound();
        hull.setMargin(btScalar(0.07));
    }
};

TEST_F(MarginsTest, ABoxRestsOnAMeshWhereStockLetsItRest) {
    EXPECT_NEAR(restHeight(floor, box, Backend::ours), restHeight(floor, box, Backend::stock), kSettled);
    EXPECT_NEAR(restHeight(floor, box, Backend::ours), 1.03, kSettled);
    EXPECT_NEAR(restHeight(floor, box, Backend::oursWithoutMargins), 1, kSettled);
}

TEST_F(MarginsTest, AHullRestsOnAMeshWhereStockLetsItRest) {
    EXPECT_NEAR(restHeight(floor, hull, Backend::ours), restHeight(floor, hull, Backend::stock), kSettled);
    EXPECT_NEAR(restHeight(floor, hull, Backend::ours), 1.10, kSettled);
    EXPECT_NEAR(restHeight(floor, hull, Backend::oursWithoutMargins), 1, kSettled);
}

TEST_F(MarginsTest, AMeshRestsOnAMeshByBothMargins) {
    EXPECT_NEAR(restHeight(floor, body, Backend::ours), 1.08, kSettled);
    EXPECT_NEAR(restHeight(floor, body, Backend::oursWithoutMargins), 1, kSettled);
}

TEST_F(MarginsTest, AGImpactMeshRestsOnAPlaneWhereGImpactLetsItRest) {
    EXPECT_NEAR(restHeight(plane, gimpact, Backend::ours), 1.05, kSettled);
    EXPECT_NEAR(restHeight(plane, gimpact, Backend::ours), restHeight(plane, gimpact, Backend::gimpact),
                0.01);
    EXPECT_NEAR(restHeight(plane, gimpact, Backend::oursWithoutMargins), 1, kSettled);
}

}  // namespace
}  // namespace ricochet
