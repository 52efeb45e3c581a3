#include "demos/app/reproduce/shape_builder.h"

#include "demos/app/reproduce/procedural_models.h"

#include <gtest/gtest.h>

namespace ricochet::app {
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

TEST(ShapeBuilder, CutFacesCoverWhatTheyWereCutFromAndShareTheirVertices) {
    for (const Index parts : {1u, 2u, 3u, 5u}) {
        const auto cut = withFacesCut(*tetrahedron(), parts);
        EXPECT_EQ(cut->faceCount(), 4 * parts * parts);
        EXPECT_EQ(cut->vertexCount(), 2 * parts * parts + 2);  // Euler
        EXPECT_NEAR(surfaceOf(*cut), surfaceOf(*tetrahedron()), 1e-12);
        EXPECT_NEAR(volumeOf(*cut), volumeOf(*tetrahedron()), 1e-12);
    }
}

TEST(ShapeBuilder, UnitBoxIsCentredAndItsLargestSideIsOne) {
    const Aabb box = inUnitBox(*tetrahedron())->box();
    EXPECT_TRUE(box.size().isApprox(Vec3(1, 0.5, 0.25)));
    EXPECT_NEAR(box.centre().norm(), 0, 1e-15);
}

TEST(ShapeBuilder, TurnsTheLongestSideToYAndKeepsTheForm) {
    const auto turned = longestAlongY(*tetrahedron());
    EXPECT_EQ(turned->box().size(), Vec3(1, 4, 2));
    EXPECT_NEAR(volumeOf(*turned), volumeOf(*tetrahedron()), 1e-12);  // not a mirror image
}

TEST(ShapeBuilder, BandsHaveTheTrianglesThatTheySay) {
    ShapeBuilder shape;
    shape.addEllipsoid({1, 2, 3}, {1, 1, 1}, 20, 40);
    const auto sphere = shape.take();
    EXPECT_EQ(sphere->faceCount(), 2u * 20 * 40 + 2 * 40);
    EXPECT_NEAR(surfaceOf(*sphere), 12.566, 0.1);
    EXPECT_TRUE(sphere->box().centre().isApprox(Vec3(1, 2, 3)));
    shape.addLimb({0, 0, 0}, {0, 1, 0}, {0, 2, 0}, 0.1, 0.1, 4, 8);  // straight
    EXPECT_EQ(shape.take()->faceCount(), 2u * 4 * 8 + 2 * 8);
    shape.addLeaf({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    EXPECT_EQ(shape.take()->faceCount(), 2u);
}

TEST(ProceduralModels, HaveAboutAsManyTrianglesAsThePapers) {
    const std::pair<std::shared_ptr<Mesh>, Real> models[] = {
        {antModel(), 6667},        {spiderModel(), 5162},  {treeModel(), 4316},
        {beetleCarModel(), 57243}, {statueModel(), 42225}, {towerModel(), 153495},
    };
    for (const auto& [mesh, paper] : models) EXPECT_NEAR(mesh->faceCount() / paper, 1, 0.05) << paper;
}

TEST(ProceduralModels, StatueAndTowerAreLongestAlongY) {
    for (const auto& mesh : {statueModel(), towerModel()}) {
        int longest = 0;
        mesh->box().size().maxCoeff(&longest);
        EXPECT_EQ(longest, 1);
    }
}

TEST(ProceduralModels, AreTheSameEachTime) { EXPECT_EQ(treeModel()->vertices(), treeModel()->vertices()); }

}  // namespace
}  // namespace ricochet::app
