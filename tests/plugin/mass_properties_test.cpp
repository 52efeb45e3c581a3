#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <btBulletCollisionCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <limits>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using testing::HasSubstr;

TEST(MassPropertiesOfShapes, ABoxOfFacesIsTheBoxThatBulletKnows) {
    BulletMesh mesh = boxMesh(1, 2, 3);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    btVector3 expected;
    btBoxShape(btVector3(1, 2, 3)).calculateLocalInertia(2, expected);
    const auto found = massProperties(shape, 2);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.mass, 2);
    EXPECT_NEAR(found.volume, 48, 1e-4);
    EXPECT_LT((found.inertia - expected).length(), 1e-4);
    EXPECT_FALSE(found.isHull);
}

TEST(MassPropertiesOfShapes, TheCentreOfAShiftedBoxIsFoundAndItsAxesAreARotation) {
    BulletMesh mesh = boxMesh(1, 2, 3);
    for (auto& v : mesh.vertices) v[0] += 7, v[1] -= btScalar(0.5);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto found = massProperties(shape, 3);
    EXPECT_LT((found.principal.getOrigin() - btVector3(7, btScalar(-0.5), 0)).length(), 1e-5);
    EXPECT_NEAR(found.principal.getBasis().determinant(), 1, 1e-5);
    EXPECT_NEAR(found.principalInertia.x() + found.principalInertia.y() + found.principalInertia.z(),
                found.inertia.x() + found.inertia.y() + found.inertia.z(), 1e-3);
}

TEST(MassPropertiesOfShapes, AnOpenMeshTakesItsHull) {
    BulletMesh closed = boxMesh(1, 1, 1);
    auto faces = closed.faces;
    faces.resize(10);
    BulletMesh open(closed.vertices, faces);
    const btBvhTriangleMeshShape shape(&open.interface, true);
    const auto found = massProperties(shape, 1);
    EXPECT_TRUE(found.isHull);
    EXPECT_NEAR(found.volume, 8, 1e-4);
}

/// Lets a brick fall on a floor, its mesh's origin far from its centre; answers where the centre comes to
/// rest.
btTransform fallen(btCollisionShape& shape, const btVector3& inertia, const btTransform& start) {
    test::BulletWorld stock;
    registerAlgorithms(&stock.dispatcher);
    BulletMesh ground = boxMesh(9, 1, 9);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    stock.add(floor, 0, btVector3(0, -1, 0));
    btRigidBody& body = stock.add(shape, 1, btVector3(0, 0, 0), inertia);
    body.setWorldTransform(start);
    stock.run(300);
    return body.getWorldTransform();
}

TEST(MassPropertiesOfShapes, ARecentredBodyLiesWhereItsCentreIsOverTheFloor) {
    const btVector3 aside(3, 0, -2);
    BulletMesh mesh = boxMesh(btScalar(0.3), btScalar(0.2), btScalar(0.5));
    for (auto& v : mesh.vertices) v[0] += aside.x(), v[2] += aside.z();
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto found = massProperties(shape, 1);
    const auto body = recentred(shape, found);

    btTransform start = btTransform::getIdentity();
    start.setOrigin(btVector3(0, btScalar(0.3), 0));
    const btTransform rest = fallen(*body, found.principalInertia, start * found.principal);
    const btTransform shown = rest * found.principal.inverse();
    EXPECT_LT((rest.getOrigin() - aside - btVector3(0, btScalar(0.2), 0)).length(), 0.01);
    EXPECT_LT((shown.getOrigin() - btVector3(0, btScalar(0.2), 0)).length(), 0.01);

    // The same body about its mesh's origin, 3.6 m aside, does not stay upright.
    EXPECT_GT((fallen(shape, found.inertia, start) * aside - rest.getOrigin()).length(), 0.1);
}

TEST(MassPropertiesOfShapes, TwoHalvesInACompoundAreTheWhole) {
    BulletMesh half = boxMesh(1, 2, btScalar(1.5));
    btBvhTriangleMeshShape mesh(&half.interface, true);
    btBoxShape box(btVector3(2, 1, btScalar(1.5)));  // turned by a quarter it is the other half
    btCompoundShape inner, both;
    inner.addChildShape(btTransform(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI), btVector3(0, 0, 0)),
                        &box);
    both.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(5, 0, btScalar(-1.5))), &mesh);
    both.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(5, 0, btScalar(1.5))), &inner);
    btVector3 expected;
    btBoxShape(btVector3(1, 2, 3)).calculateLocalInertia(2, expected);
    const auto found = massProperties(both, 2);
    EXPECT_EQ(found.error, "");
    EXPECT_NEAR(found.volume, 48, 1e-4);
    EXPECT_LT((found.inertia - expected).length(), 1e-4);
    EXPECT_LT((found.principal.getOrigin() - btVector3(5, 0, 0)).length(), 1e-5);
    EXPECT_NEAR(massProperties(*recentred(both, found), 2).principal.getOrigin().length(), 0, 1e-5);
}

TEST(MassPropertiesOfShapes, WhatHasNoneSaysWhy) {
    const auto errorOf = [](const btCollisionShape& shape, btScalar mass) {
        const auto found = massProperties(shape, mass);
        EXPECT_EQ(found.inertia, btVector3(0, 0, 0));
        return found.error;
    };
    EXPECT_THAT(errorOf(btStaticPlaneShape(btVector3(0, 1, 0), 0), 1), HasSubstr("No mass properties"));
    EXPECT_THAT(errorOf(btCompoundShape(), 1), HasSubstr("the compound is empty"));

    BulletMesh sheet({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}});
    btBvhTriangleMeshShape flat(&sheet.interface, true);
    btSphereShape sphere(1);
    btBoxShape box(btVector3(1, 1, 1));
    btCompoundShape withFlat, withSphere;
    withFlat.addChildShape(btTransform::getIdentity(), &box);
    withFlat.addChildShape(btTransform::getIdentity(), &flat);
    withSphere.addChildShape(btTransform::getIdentity(), &sphere);
    EXPECT_THAT(errorOf(withFlat, 1), HasSubstr("child 1 of the compound has no volume"));
    EXPECT_THAT(errorOf(withSphere, 1), HasSubstr("SPHERE"));

    const btScalar infinity = std::numeric_limits<btScalar>::infinity();
    for (btScalar mass : {btScalar(-1), infinity, infinity - infinity}) {
        EXPECT_THAT(errorOf(box, mass), HasSubstr("the mass is not"));
    }
    EXPECT_EQ(errorOf(box, 0), "");
}

}  // namespace
}  // namespace ricochet
