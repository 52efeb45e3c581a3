#include "adapters/shapes/mesh_interface.h"

#include "tests/support/bullet_mesh.h"

#include <gmock/gmock.h>

namespace ricochet {
namespace {

using testing::HasSubstr;

const btVector3 kUnscaled(1, 1, 1);

/// A tetrahedron with arrays of any types.
template <class Scalar, class Integer>
struct Tetrahedron {
    Scalar vertices[4][3] = {{0, 0, 0}, {Scalar(1.1), 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Integer faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

    btIndexedMesh part(PHY_ScalarType vertexType, PHY_ScalarType indexType) const {
        btIndexedMesh mesh;
        mesh.m_numTriangles = 4;
        mesh.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(faces);
        mesh.m_triangleIndexStride = sizeof faces[0];
        mesh.m_numVertices = 4;
        mesh.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices);
        mesh.m_vertexStride = sizeof vertices[0];
        mesh.m_vertexType = vertexType;
        mesh.m_indexType = indexType;
        return mesh;
    }
};

Result<ShapeMesh> readPart(const btIndexedMesh& part) {
    btTriangleIndexVertexArray mesh;
    mesh.addIndexedMesh(part, part.m_indexType);
    mesh.getIndexedMeshArray()[0].m_vertexType = part.m_vertexType;
    return readMeshInterface(mesh, kUnscaled);
}

template <class Scalar, class Integer>
void expectTetrahedron(PHY_ScalarType vertexType, PHY_ScalarType indexType) {
    const Tetrahedron<Scalar, Integer> tetrahedron;
    const auto read = readPart(tetrahedron.part(vertexType, indexType));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->vertices[1], Vec3(Scalar(1.1), 0, 0));
    EXPECT_EQ(read->faces[3], (Face{1, 2, 3}));
    EXPECT_EQ(read->faces.size(), 4u);
}

TEST(MeshInterface, IndicesOf8And16And32BitsAreRead) {
    expectTetrahedron<float, std::uint8_t>(PHY_FLOAT, PHY_UCHAR);
    expectTetrahedron<float, std::uint16_t>(PHY_FLOAT, PHY_SHORT);
    expectTetrahedron<float, std::uint32_t>(PHY_FLOAT, PHY_INTEGER);
}

TEST(MeshInterface, VerticesKeepTheirPrecisionForAnyBulletPrecision) {
    expectTetrahedron<double, std::uint32_t>(PHY_DOUBLE, PHY_INTEGER);
    expectTetrahedron<float, std::uint32_t>(PHY_FLOAT, PHY_INTEGER);
}

TEST(MeshInterface, PartsAreJoinedAndKeepTheirNames) {
    const Tetrahedron<float, std::uint32_t> first;
    const Tetrahedron<double, std::uint8_t> second;
    btTriangleIndexVertexArray mesh;
    mesh.addIndexedMesh(first.part(PHY_FLOAT, PHY_INTEGER), PHY_INTEGER);
    mesh.addIndexedMesh(second.part(PHY_DOUBLE, PHY_UCHAR), PHY_UCHAR);
    const auto read = readMeshInterface(mesh, btVector3(2, 1, 1));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->faces[5], (Face{4, 5, 7}));
    EXPECT_EQ(read->faceNames[5].part, 1);
    EXPECT_EQ(read->faceNames[5].triangle, 1);
    EXPECT_EQ(read->vertices[5], Vec3(2.2, 0, 0));
}

TEST(MeshInterface, AFaceThatNamesAVertexOfAnotherPartIsAnError) {
    Tetrahedron<float, std::uint16_t> tetrahedron;
    tetrahedron.faces[2][1] = 4;
    const auto read = readPart(tetrahedron.part(PHY_FLOAT, PHY_SHORT));
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error(), HasSubstr("face 2 in part 0"));
    EXPECT_THAT(read.error(), HasSubstr("vertex 4"));
}

TEST(MeshInterface, MissingArraysAndUnknownTypesAreErrors) {
    const Tetrahedron<float, std::uint32_t> tetrahedron;
    btIndexedMesh part = tetrahedron.part(PHY_FLOAT, PHY_INTEGER);
    part.m_vertexBase = nullptr;
    EXPECT_THAT(readPart(part).error(), HasSubstr("no vertex array"));
    part = tetrahedron.part(PHY_FLOAT, PHY_INTEGER);
    part.m_triangleIndexBase = nullptr;
    EXPECT_THAT(readPart(part).error(), HasSubstr("no index array"));
    part = tetrahedron.part(PHY_FIXEDPOINT88, PHY_INTEGER);
    EXPECT_THAT(readPart(part).error(), HasSubstr("neither float nor double"));
    part = tetrahedron.part(PHY_FLOAT, PHY_FLOAT);
    EXPECT_THAT(readPart(part).error(), HasSubstr("indices"));
}

TEST(MeshInterface, TheSignatureChangesWithAMovedVertexAndWithScaling) {
    Tetrahedron<float, std::uint32_t> tetrahedron;
    btTriangleIndexVertexArray mesh;
    mesh.addIndexedMesh(tetrahedron.part(PHY_FLOAT, PHY_INTEGER), PHY_INTEGER);
    const auto signature = [&] {
        Signature s;
        sign(mesh, s);
        return s.value();
    };
    const std::uint64_t before = signature();
    EXPECT_EQ(signature(), before);
    tetrahedron.vertices[2][1] = 1.5f;
    EXPECT_NE(signature(), before);
}

}  // namespace
}  // namespace ricochet
