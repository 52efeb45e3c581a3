#include "demos/lab/reproduce/mesh_shapes.h"

#include <gtest/gtest.h>

namespace ricochet::lab {
namespace {

std::shared_ptr<Mesh> tetrahedron() {
    const std::vector<Vec3> vertices = {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, 0, 1}};
    return Mesh::create(vertices, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}).value();
}

Real surfaceOf(const Mesh& mesh) {
    Real area = 0;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [u, v, w] = mesh.triangle(f);
        area += 0.5 * (v - u).cross(w - u).norm();
    }
    return area;
}

/// Volume of a closed surface whose faces point outwards.
Real volumeOf(const Mesh& mesh) {
    Real volume = 0;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [u, v, w] = mesh.triangle(f);
        volume += u.dot(v.cross(w)) / 6;
    }
    return volume;
}

TEST(MeshShapes, CutFacesCoverWhatTheyWereCutFromAndShareTheirVertices) {
    for (const Index parts : {1u, 2u, 3u, 5u}) {
        const auto cut = withFacesCut(*tetrahedron(), parts);
        EXPECT_EQ(cut->faceCount(), 4 * parts * parts);
        EXPECT_EQ(cut->vertexCount(), 2 * parts * parts + 2);  // Euler
        EXPECT_NEAR(surfaceOf(*cut), surfaceOf(*tetrahedron()), 1e-12);
        EXPECT_NEAR(volumeOf(*cut), volumeOf(*tetrahedron()), 1e-12);
    }
}

TEST(MeshShapes, UnitBoxIsCentredAndItsLargestSideIsOne) {
    const Aabb box = inUnitBox(*tetrahedron())->box();
    EXPECT_TRUE(box.size().isApprox(Vec3(1, 0.5, 0.25)));
    EXPECT_NEAR(box.centre().norm(), 0, 1e-15);
}

}  // namespace
}  // namespace ricochet::lab
