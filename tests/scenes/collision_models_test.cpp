#include "demos/scenes/collision_models.h"

#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet::scenes {
namespace {

TEST(CollisionModels, SpheresHaveThePapersTriangles) {
    std::set<int> counts;
    for (const SphereSize& size : paperSpheres()) {
        const SceneMesh mesh = latitudeSphere(size.meridians, size.bands, 0.5);
        EXPECT_EQ(mesh.faces.size(), static_cast<std::size_t>(size.triangles()));
        EXPECT_EQ(whyNotClosed(mesh), "") << size.triangles();
        EXPECT_GT(volumeOf(mesh), 0) << size.triangles();
        for (const btVector3& vertex : mesh.vertices) EXPECT_NEAR(vertex.length(), 0.5, 1e-6);
        counts.insert(size.triangles());
        EXPECT_EQ(paperSphere(size.triangles()).faces.size(), mesh.faces.size());
    }
    EXPECT_EQ(counts, (std::set<int>{8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528, 728, 960, 3968}));
}

void expectSolid(const SceneMesh& mesh, std::size_t triangles, std::size_t pieces) {
    EXPECT_EQ(mesh.faces.size(), triangles);
    EXPECT_EQ(whyNotClosed(mesh), "");
    EXPECT_EQ(piecesOf(mesh).size(), pieces);
    EXPECT_GT(volumeOf(mesh), 0);
}

TEST(CollisionModels, OthersHaveThePapersTrianglesAndAreClosed) {
    expectSolid(spaceShuttle(), 528, 10);
    expectSolid(chair(), 146, 12);
    expectSolid(venusHead(), 1816, 4);
}

}  // namespace
}  // namespace ricochet::scenes
