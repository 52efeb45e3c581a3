#include "adapters/shapes/shape_kinds.h"

#include "algorithms/geometry/mesh_topology.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>

#include <limits>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using testing::HasSubstr;

Result<ShapeMesh> read(const btCollisionShape& shape) { return shapeKind(shape).read(shape); }

/// Six times the volume that the faces enclose: positive if they point outwards.
Real signedVolume6(const ShapeMesh& mesh) {
    Real sum = 0;
    for (const Face& f : mesh.faces) {
        sum += mesh.vertices[f[0]].dot(mesh.vertices[f[1]].cross(mesh.vertices[f[2]]));
    }
    return sum;
}

bool isClosed(const ShapeMesh& read) {
    const auto mesh = Mesh::create(read.vertices, read.faces);
    return mesh && buildTopology(**mesh).isClosed();
}

TEST(ShapeKinds, ABvhMeshIsReadUnchanged) {
    BulletMesh mesh = boxMesh(1, 2, 3);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto found = read(shape);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->vertices.size(), 8u);
    EXPECT_EQ(found->faces.size(), 12u);
    EXPECT_EQ(found->faceNames[7].triangle, 7);
    EXPECT_EQ(found->faceNames[7].part, 0);
    EXPECT_NEAR(signedVolume6(*found), 6 * 48, 1e-9);
}

TEST(ShapeKinds, AMirroringScaleStillFacesOutwards) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const btScaledBvhTriangleMeshShape mirrored(&shape, btVector3(-2, 1, 1));
    EXPECT_NEAR(signedVolume6(*read(mirrored)), 6 * 16, 1e-9);
    const btScaledBvhTriangleMeshShape twice(&shape, btVector3(-2, -1, 1));
    EXPECT_NEAR(signedVolume6(*read(twice)), 6 * 16, 1e-9);
}

TEST(ShapeKinds, AScaledMeshIsScaledByBothScalings) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    shape.setLocalScaling(btVector3(1, 3, 1));
    const btScaledBvhTriangleMeshShape scaled(&shape, btVector3(2, 1, 5));
    EXPECT_NEAR(signedVolume6(*read(scaled)), 6 * 8 * 30, 1e-3);
}

TEST(ShapeKinds, AGImpactMeshKeepsItsScalingAndParts) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btIndexedMesh part = mesh.interface.getIndexedMeshArray()[0];
    mesh.interface.addIndexedMesh(part);
    btGImpactMeshShape shape(&mesh.interface);
    shape.setLocalScaling(btVector3(2, 1, 1));
    shape.updateBound();
    const auto found = read(shape);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->faces.size(), 24u);
    EXPECT_EQ(found->faceNames[13].part, 1);
    EXPECT_EQ(found->faceNames[13].triangle, 1);
    EXPECT_NEAR(signedVolume6(*found), 2 * 6 * 16, 1e-9);
}

TEST(ShapeKinds, AMultimaterialMeshIsRead) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btMultimaterialTriangleMeshShape shape(&mesh.interface, true);
    EXPECT_EQ(shape.getShapeType(), int(MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE));
    EXPECT_EQ(read(shape)->faces.size(), 12u);
}

class Heightfield : public testing::TestWithParam<int> {};

TEST_P(Heightfield, FacesUpAndSharesItsGridPoints) {
    const int up = GetParam();
    const std::vector<float> heights = {0, 1, 0, 1, 2, 1, 0, 1, 0, 0, 0, 0};
    btHeightfieldTerrainShape shape(3, 4, heights.data(), btScalar(0), btScalar(2), up, false);
    for (bool flip : {false, true}) {
        shape.setFlipTriangleWinding(flip);
        const auto found = read(shape);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->vertices.size(), 12u);
        EXPECT_EQ(found->faces.size(), 12u);
        for (const Face& f : found->faces) {
            const Vec3 corner = found->vertices[f[0]];
            EXPECT_GT((found->vertices[f[1]] - corner).cross(found->vertices[f[2]] - corner)[up], 0);
        }
    }
}
INSTANTIATE_TEST_SUITE_P(UpAxes, Heightfield, testing::Values(0, 1, 2));

TEST(ShapeKinds, ABoxIsReadWithItsMarginAndHasNoFaceNames) {
    btBoxShape shape(btVector3(1, 2, 3));
    shape.setMargin(btScalar(0.1));
    const auto found = read(shape);
    ASSERT_TRUE(found);
    EXPECT_NEAR(signedVolume6(*found), 6 * 48, 1e-4);
    EXPECT_TRUE(isClosed(*found));
    EXPECT_TRUE(found->faceNames.empty());
    EXPECT_EQ(shapeKind(shape).margin(shape), 0);
}

TEST(ShapeKinds, AHullIsTheHullOfItsPoints) {
    btConvexHullShape shape;
    for (int i = 0; i < 27; ++i)
        shape.addPoint(btVector3(btScalar(i % 3), btScalar(i / 3 % 3), btScalar(i / 9)));
    shape.setLocalScaling(btVector3(1, 1, -2));
    const auto found = read(shape);
    ASSERT_TRUE(found);
    EXPECT_NEAR(signedVolume6(*found), 6 * 16, 1e-4);
    EXPECT_TRUE(isClosed(*found));
    EXPECT_EQ(shapeKind(shape).margin(shape), shape.getMargin());
}

TEST(ShapeKinds, SpheresAndGImpactCompoundsAreNotOurs) {
    const btSphereShape sphere(1);
    EXPECT_FALSE(isReadable(sphere));
    const btGImpactCompoundShape compound;
    EXPECT_FALSE(isReadable(compound));
    EXPECT_TRUE(isReadable(btBoxShape(btVector3(1, 1, 1))));
}

TEST(ShapeKinds, AHullWithANanPointIsReported) {
    btConvexHullShape shape;
    for (int i = 0; i < 5; ++i) shape.addPoint(btVector3(btScalar(i), btScalar(i * i), 1), false);
    shape.addPoint(btVector3(0, std::numeric_limits<btScalar>::quiet_NaN(), 0), false);
    ASSERT_FALSE(read(shape));
    EXPECT_THAT(read(shape).error(), HasSubstr("vertex 5 is not finite"));
}

TEST(ShapeKinds, AHullOfCoplanarPointsIsReported) {
    btConvexHullShape shape;
    for (int i = 0; i < 6; ++i) shape.addPoint(btVector3(btScalar(i), btScalar(i * i), 1));
    ASSERT_FALSE(read(shape));
    EXPECT_THAT(read(shape).error(), HasSubstr("no volume"));
}

}  // namespace
}  // namespace ricochet
