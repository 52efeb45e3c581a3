#include "tests/support/bullet_mesh.h"

#include <btBulletCollisionCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;

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

TEST(MassPropertiesOfShapes, APlaneHasNone) {
    EXPECT_THAT(massProperties(btStaticPlaneShape(btVector3(0, 1, 0), 0), 1).error,
                testing::HasSubstr("No mass properties"));
}

}  // namespace
}  // namespace ricochet
