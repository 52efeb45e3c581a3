#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btMinkowskiSumShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <btBulletCollisionCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <limits>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using testing::HasSubstr;

TEST(MassPropertiesOfShapes, ABoxOfFacesAgreesWithBulletsBox) {
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

TEST(MassPropertiesOfShapes, AnOpenMeshUsesItsHull) {
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
    EXPECT_EQ(registerAlgorithms(&stock.dispatcher), "");
    BulletMesh ground = boxMesh(9, 1, 9);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    stock.add(floor, 0, btVector3(0, -1, 0));
    btRigidBody& body = stock.add(shape, 1, btVector3(0, 0, 0), inertia);
    body.setWorldTransform(start);
    stock.run(300);
    return body.getWorldTransform();
}

TEST(MassPropertiesOfShapes, ARecentredBodyRestsWithItsCentreOverTheFloor) {
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

/// Volume, centre and both moments of a body of revolution about `axis`, of 2 kg.
void expectRound(const btCollisionShape& shape, int axis, btScalar volume, btScalar along, btScalar across,
                 btScalar centre = 0) {
    const auto found = massProperties(shape, 2);
    EXPECT_EQ(found.error, "");
    EXPECT_FALSE(found.isHull);
    EXPECT_NEAR(found.volume, volume, 1e-5 * volume);
    EXPECT_NEAR(found.principal.getOrigin()[axis], centre, 1e-6);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found.inertia[i], i == axis ? along : across, 1e-5 * across);
}

TEST(MassPropertiesOfShapes, RoundShapesAreThoseOfTheirClosedForms) {
    const btScalar r = btScalar(0.5), pi = SIMD_PI;
    expectRound(btSphereShape(r), 1, pi / 6, btScalar(0.2), btScalar(0.2));
    const btCylinderShapeX cylinderX(btVector3(2, r, r));
    const btCylinderShape cylinderY(btVector3(r, 2, r));
    const btCylinderShapeZ cylinderZ(btVector3(r, r, 2));
    const btCylinderShape* const cylinders[] = {&cylinderX, &cylinderY, &cylinderZ};
    const btConeShape cones[] = {btConeShapeX(r, 2), btConeShape(r, 2), btConeShapeZ(r, 2)};
    for (int axis = 0; axis < 3; ++axis) {
        // m r² / 2, m (3 r² + h²) / 12
        expectRound(*cylinders[axis], axis, pi, btScalar(0.25), btScalar(2 * (0.75 + 16) / 12));
        // 3 m r² / 10, m (3 r² / 20 + 3 h² / 80); the centre a quarter up from the base
        expectRound(cones[axis], axis, pi / 6, btScalar(0.15), btScalar(2 * (0.0375 + 0.15)), btScalar(-0.5));
    }
    // A capsule is here a cylinder of 18/11 kg, 3 m long, and half spheres of 2/11 kg each, whose centres are
    // 3/8 r beyond its ends: 2 m r² / 5 about the sphere's centre is 83 m r² / 320 about their own.
    const double bar = 18 / 11.0, cap = 2 / 11.0, extent = 1.5 + 0.1875;
    expectRound(btCapsuleShapeZ(r, 3), 2, btScalar(11 / 12.0) * pi, btScalar(bar / 8 + 2 * cap * 0.1),
                btScalar(bar * (0.75 + 9) / 12 + 2 * cap * (83 / 1280.0 + extent * extent)));
}

TEST(MassPropertiesOfShapes, LocalScalingIsIncluded) {
    btSphereShape sphere(btScalar(0.5));
    sphere.setLocalScaling(btVector3(2, 2, 2));
    expectRound(sphere, 1, btScalar(4 * SIMD_PI / 3), btScalar(0.8), btScalar(0.8));
    btConvexHullShape child;
    for (int i = 0; i < 8; ++i) child.addPoint(btVector3(i & 1 ? 1 : 0, i & 2 ? 2 : 0, i & 4 ? 3 : 0));
    const btUniformScalingShape grown(&child, 2);
    const auto found = massProperties(grown, 2);
    EXPECT_NEAR(found.volume, 48, 1e-4);
    EXPECT_LT((found.principal.getOrigin() - btVector3(1, 2, 3)).length(), 1e-5);
    EXPECT_LT((found.inertia - btScalar(2 / 12.0) * btVector3(16 + 36, 4 + 36, 4 + 16)).length(), 1e-4);
}

TEST(MassPropertiesOfShapes, MarginsDoNotChangeTheVolume) {
    btBoxShape box(btVector3(1, 1, 1));
    btCylinderShape cylinder(btVector3(1, 1, 1));
    btCapsuleShape capsule(1, 2);
    btConeShape cone(1, 2);
    btConvexHullShape hull;
    for (int i = 0; i < 4; ++i) hull.addPoint(btVector3(i == 1, i == 2, i == 3));
    for (btCollisionShape* shape :
         {(btCollisionShape*)&box, (btCollisionShape*)&cylinder, (btCollisionShape*)&capsule,
          (btCollisionShape*)&cone, (btCollisionShape*)&hull}) {
        const btScalar before = massProperties(*shape, 1).volume;
        shape->setMargin(btScalar(0.1));
        EXPECT_NEAR(massProperties(*shape, 1).volume, before, 1e-5 * before) << shape->getName();
    }
}

TEST(MassPropertiesOfShapes, OtherConvexShapesUseSupportPoints) {
    const btVector3 ends[] = {{0, 0, -1}, {0, 0, 1}};
    const btScalar radii[] = {btScalar(0.5), btScalar(0.5)};
    const btMultiSphereShape pill(ends, radii, 2);
    const auto found = massProperties(pill, 2),
               capsule = massProperties(btCapsuleShapeZ(btScalar(0.5), 2), 2);
    EXPECT_NEAR(found.volume, capsule.volume, 1e-3 * capsule.volume);
    EXPECT_LT((found.inertia - capsule.inertia).length(), 1e-3 * capsule.inertia.length());

    const btSphereShape sphere(btScalar(0.3));
    btBoxShape box(btVector3(1, 1, 1));
    const btMinkowskiSumShape sum(&box, &sphere);  // a box of half extents 1.3 with round edges
    const double flat = 8 + 6 * 4 * 0.3, round = 3 * 2 * SIMD_PI * 0.09 + 4 * SIMD_PI / 3 * 0.027;
    EXPECT_NEAR(massProperties(sum, 1).volume, flat + round, 0.02 * (flat + round));
}

TEST(MassPropertiesOfShapes, ACompoundOfRoundShapesIsTheSumAboutItsCentre) {
    // A dumb-bell: two spheres of 1 kg, 2 m apart along a diagonal of x and y.
    btSphereShape sphere(btScalar(0.5));
    btCompoundShape bell;
    const btVector3 arm(btScalar(M_SQRT1_2), btScalar(M_SQRT1_2), 0), aside(3, 4, 5);
    bell.addChildShape(btTransform(btQuaternion::getIdentity(), aside + arm), &sphere);
    bell.addChildShape(btTransform(btQuaternion::getIdentity(), aside - arm), &sphere);
    const auto found = massProperties(bell, 2);
    EXPECT_EQ(found.error, "");
    EXPECT_LT((found.principal.getOrigin() - aside).length(), 1e-5);
    // 2 m r² / 5 each, and m d² about every axis across the bar: d² is 1, and 1/2 about x and y
    EXPECT_LT((found.inertia - btVector3(btScalar(1.2), btScalar(1.2), btScalar(2.2))).length(), 1e-5);
    EXPECT_NEAR(found.inertiaTensor[0][1], -1, 1e-5);
    EXPECT_NEAR(found.inertiaTensor[1][0], -1, 1e-5);
    EXPECT_NEAR(found.inertiaTensor[0][2], 0, 1e-6);
    EXPECT_LT((found.principalInertia - btVector3(btScalar(0.2), btScalar(2.2), btScalar(2.2))).length(),
              1e-5);
}

TEST(MassPropertiesOfShapes, TheTensorRotatesWithTheShapeAndItsDiagonalIsTheInertia) {
    btConeShape cone(btScalar(0.5), 2);
    btCompoundShape turned;
    const btTransform pose(btQuaternion(btVector3(1, 2, 3).normalized(), 1), btVector3(1, 0, 2));
    turned.addChildShape(pose, &cone);
    const auto still = massProperties(cone, 2), found = massProperties(turned, 2);
    const btMatrix3x3 expected = pose.getBasis() * still.inertiaTensor * pose.getBasis().transpose();
    const btMatrix3x3 axes = found.principal.getBasis();
    const btMatrix3x3 diagonal = axes.transpose() * found.inertiaTensor * axes;
    for (int i = 0; i < 3; ++i) {
        EXPECT_LT((found.inertiaTensor[i] - expected[i]).length(), 1e-5);
        EXPECT_NEAR(found.inertiaTensor[i][i], found.inertia[i], 1e-6);
        EXPECT_NEAR(diagonal[i][i], found.principalInertia[i], 1e-5);
    }
    EXPECT_GT(found.inertiaTensor[0][1] * found.inertiaTensor[0][1], 1e-3);
}

TEST(MassPropertiesOfShapes, ShapesWithoutThemGiveAReason) {
    const auto errorOf = [](const btCollisionShape& shape, btScalar mass) {
        const auto found = massProperties(shape, mass);
        EXPECT_EQ(found.inertia, btVector3(0, 0, 0));
        return found.error;
    };
    EXPECT_THAT(errorOf(btStaticPlaneShape(btVector3(0, 1, 0), 0), 1), HasSubstr("No mass properties"));
    EXPECT_THAT(errorOf(btCompoundShape(), 1), HasSubstr("the compound is empty"));

    BulletMesh square({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}});
    btBvhTriangleMeshShape flat(&square.interface, true);
    btSphereShape sphere(1);
    btBoxShape box(btVector3(1, 1, 1));
    btStaticPlaneShape plane(btVector3(0, 1, 0), 0);
    btCompoundShape withFlat, withPlane;
    withFlat.addChildShape(btTransform::getIdentity(), &box);
    withFlat.addChildShape(btTransform::getIdentity(), &flat);
    withPlane.addChildShape(btTransform::getIdentity(), &sphere);
    withPlane.addChildShape(btTransform::getIdentity(), &plane);
    EXPECT_THAT(errorOf(withFlat, 1), HasSubstr("child 1 of the compound has no volume"));
    EXPECT_THAT(errorOf(withPlane, 1), HasSubstr("STATICPLANE"));
    EXPECT_THAT(errorOf(btSphereShape(0), 1), HasSubstr("a SPHERE shape has no volume"));
    EXPECT_THAT(errorOf(btTriangleShape({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 1), HasSubstr("no volume"));

    const btScalar infinity = std::numeric_limits<btScalar>::infinity();
    for (btScalar mass : {btScalar(-1), infinity, infinity - infinity}) {
        EXPECT_THAT(errorOf(box, mass), HasSubstr("the mass is not"));
    }
    EXPECT_EQ(errorOf(box, 0), "");
}

}  // namespace
}  // namespace ricochet
