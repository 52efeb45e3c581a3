#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

/// Every moving kind on every standing kind. All margins are zero, all tops are at 0, half heights are 1.
struct Kinds {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    std::vector<float> heights = std::vector<float>(121, 0.f);
    btBvhTriangleMeshShape bvhFloor{&ground.interface, true}, bvhBody{&cube.interface, true};
    btBvhTriangleMeshShape halfGround{&ground.interface, true};
    btScaledBvhTriangleMeshShape scaledFloor{&halfGround, btVector3(1, 1, -1)},
        scaledBody{&bvhBody, btVector3(-1, -1, -1)};
    btMultimaterialTriangleMeshShape materialFloor{&ground.interface, true},
        materialBody{&cube.interface, true};
    btGImpactMeshShape gimpactFloor{&ground.interface}, gimpactBody{&cube.interface};
    btHeightfieldTerrainShape terrain{11, 11, heights.data(), btScalar(-1), btScalar(1), 1, false};
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btBoxShape box{btVector3(1, 1, 1)};
    btConvexHullShape hull;
    btConvexTriangleMeshShape convexMesh{&cube.interface};
    btCompoundShape compound;

    Kinds() {
        for (const auto& v : cube.vertices) hull.addPoint(btVector3(v[0], v[1], v[2]));
        compound.addChildShape(btTransform::getIdentity(), &bvhBody);
        for (btCollisionShape* shape : all()) shape->setMargin(0);
        gimpactFloor.updateBound();
        gimpactBody.updateBound();
    }
    std::vector<btCollisionShape*> floors() {
        return {&bvhFloor, &scaledFloor, &materialFloor, &gimpactFloor, &terrain};
    }
    std::vector<btCollisionShape*> meshes() {
        return {&bvhBody, &scaledBody, &materialBody, &gimpactBody, &compound};
    }
    std::vector<btCollisionShape*> all() {
        return {&bvhFloor,   &scaledFloor,  &materialFloor, &gimpactFloor, &terrain,    &plane,   &bvhBody,
                &scaledBody, &materialBody, &gimpactBody,   &hull,         &convexMesh, &compound};
    }
};

/// The floor comes first into the world, or last: pairs are ordered by which came first.
void expectRest(btCollisionShape& floor, btCollisionShape& body, btScalar floorAt, bool floorFirst) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    if (floorFirst) w.add(floor, 0, btVector3(0, floorAt, 0));
    const btRigidBody& moving = w.add(body, 1, btVector3(btScalar(0.2), btScalar(1.1), btScalar(0.1)));
    if (!floorFirst) w.add(floor, 0, btVector3(0, floorAt, 0));
    w.run(90);
    EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), 1, 0.01)
        << body.getName() << " on " << floor.getName();
    EXPECT_LT(moving.getLinearVelocity().length(), 0.01) << body.getName() << " on " << floor.getName();
}

TEST(MeshKinds, EveryMeshRestsOnEveryMesh) {
    Kinds kinds;
    for (btCollisionShape* floor : kinds.floors()) {
        const btScalar at = floor == &kinds.terrain ? 0 : -1;
        for (btCollisionShape* body : kinds.meshes()) {
            expectRest(*floor, *body, at, true);
            expectRest(*floor, *body, at, false);
        }
    }
}

TEST(MeshKinds, BoxesAndHullsRestOnEveryMesh) {
    Kinds kinds;
    for (btCollisionShape* floor : kinds.floors()) {
        const btScalar at = floor == &kinds.terrain ? 0 : -1;
        expectRest(*floor, kinds.box, at, true);
        expectRest(*floor, kinds.box, at, false);
        expectRest(*floor, kinds.hull, at, true);
        expectRest(*floor, kinds.convexMesh, at, true);
    }
}

TEST(MeshKinds, EveryMeshRestsOnAPlaneAndOnABox) {
    Kinds kinds;
    btBoxShape boxFloor(btVector3(5, 1, 5));
    for (btCollisionShape* body : kinds.meshes()) {
        expectRest(kinds.plane, *body, 0, true);
        expectRest(kinds.plane, *body, 0, false);
        expectRest(boxFloor, *body, -1, true);
        expectRest(boxFloor, *body, -1, false);
    }
}

}  // namespace
}  // namespace ricochet
