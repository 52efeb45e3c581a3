#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::torusMesh;

TEST(Resting, StockLetsAMovingBvhMeshFallThroughABvhMesh) {
    BulletMesh floorMesh = boxMesh(5, 1, 5), torus = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor(&floorMesh.interface, true), shape(&torus.interface, true);
    BulletWorld w;
    w.add(floor, 0, btVector3(0, -1, 0));
    const btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(0.5), 0));
    w.run(120);
    EXPECT_LT(body.getWorldTransform().getOrigin().y(), -2);
}

TEST(Resting, ATorusRestsOnATorusThatRestsOnAFloor) {
    BulletMesh floorMesh = boxMesh(5, 1, 5), torus = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor(&floorMesh.interface, true), shape(&torus.interface, true);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    const btRigidBody& lower = w.add(shape, 1, btVector3(0, btScalar(0.4), 0));
    const btRigidBody& upper = w.add(shape, 1, btVector3(0, btScalar(1.1), 0));
    w.run(300);
    const btScalar half = btScalar(0.3 * std::cos(M_PI / 12)), gap = 2 * floor.getMargin();
    EXPECT_NEAR(lower.getWorldTransform().getOrigin().y(), half + gap, 0.01);
    EXPECT_NEAR(upper.getWorldTransform().getOrigin().y(), 3 * half + 2 * gap, 0.02);
    EXPECT_LT(upper.getLinearVelocity().length(), 0.01);
    unregisterAlgorithms(&w.dispatcher);
}

/// The height of the top of a stack of boxes of 0.6 by 0.2 by 0.6 metres after six seconds with Bullet's own
/// solver.
btScalar topAfterSixSeconds(int boxes) {
    BulletMesh floorMesh = boxMesh(5, 1, 5), mesh = boxMesh(btScalar(0.3), btScalar(0.1), btScalar(0.3));
    btBvhTriangleMeshShape floor(&floorMesh.interface, true), shape(&mesh.interface, true);
    floor.setMargin(0);
    shape.setMargin(0);
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    tune(w.world, btScalar(0.3));
    w.add(floor, 0, btVector3(0, -1, 0));
    const btRigidBody* top = nullptr;
    for (int i = 0; i < boxes; ++i) {
        btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(0.1 + 0.2 * i), 0));
        body.setMassProps(1, massProperties(shape, 1).inertia);
        top = &body;
    }
    w.run(360);
    const btScalar height = top->getWorldTransform().getOrigin().y();
    unregisterAlgorithms(&w.dispatcher);
    return height;
}

// Its iterations let the lowest boxes sink in by more than a hundredth of their size.
TEST(Resting, AStackOfBoxesStandsAlsoWithBulletsSolver) { EXPECT_GT(topAfterSixSeconds(12), 2.2); }

}  // namespace
}  // namespace ricochet
