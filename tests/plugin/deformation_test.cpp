#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

TEST(Deformation, ABodyRidesOnAFloorThatRises) {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor(&ground.interface, true), body(&cube.interface, true);
    floor.setMargin(0);
    body.setMargin(0);
    BulletWorld w;
    registerAlgorithms(&w.dispatcher);
    btRigidBody& standing = w.add(floor, 0, btVector3(0, -1, 0));
    const btRigidBody& moving = w.add(body, 1, btVector3(0, btScalar(1.01), 0));
    for (int step = 0; step < 120; ++step) {
        for (auto& v : ground.vertices) v[1] += v[1] > 0 ? btScalar(0.005) : 0;
        floor.refitTree(btVector3(-5, -1, -5), btVector3(5, 3, 5));
        floor.recalcLocalAabb();
        w.world.updateSingleAabb(&standing);
        notifyDeformed(floor);
        w.run(1);
    }
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
    w.run(60);
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
}

}  // namespace
}  // namespace ricochet
