#include "demos/scenes/mesh_generators.h"

#include "demos/scenes/landscape.h"
#include "demos/scenes/pipes_mesh.h"
#include "demos/scenes/prism.h"
#include "demos/scenes/tiled_floor.h"
#include "demos/scenes/torpedo_mesh.h"
#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace ricochet::scenes {
namespace {

struct MeshCase {
    const char* name;
    std::function<SceneMesh()> make;
    std::size_t faces;
};

void PrintTo(const MeshCase& c, std::ostream* out) { *out << c.name; }

class EveryMesh : public testing::TestWithParam<MeshCase> {};

TEST_P(EveryMesh, HasAsManyTrianglesAsRequested) {
    EXPECT_EQ(GetParam().make().faces.size(), GetParam().faces);
}

TEST_P(EveryMesh, IsClosed) { EXPECT_EQ(whyNotClosed(GetParam().make()), ""); }

TEST_P(EveryMesh, IsOrientedOutwards) { EXPECT_GT(volumeOf(GetParam().make()), 0); }

TEST_P(EveryMesh, IsExactInFloat) {
    for (const btVector3& v : GetParam().make().vertices) {
        for (int axis = 0; axis < 3; ++axis) ASSERT_EQ(double(v[axis]), double(float(v[axis])));
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, EveryMesh,
                         testing::Values(MeshCase{"pipes", pipesMesh, 143690},
                                         MeshCase{"landscape", landscapeMesh, 98000},
                                         MeshCase{"wrinkledTorus", wrinkledTorus, 20000},
                                         MeshCase{"torpedo", torpedoMesh, 4780},
                                         MeshCase{"torus", [] { return torus({}); }, 1024},
                                         MeshCase{"ridgedTorus", [] { return torus({.phase = 0}); }, 1024},
                                         MeshCase{"lumpy10", [] { return lumpyBody(10); }, 1280},
                                         MeshCase{"lumpy11", [] { return lumpyBody(11); }, 1280},
                                         MeshCase{"lumpy12", [] { return lumpyBody(12); }, 1280},
                                         MeshCase{"scannedBody", [] { return scannedBody(3); }, 69620},
                                         MeshCase{"bowl", [] { return bowl(1); }, 4096},
                                         MeshCase{"thinBowl", [] { return bowl(0.1); }, 4096},
                                         MeshCase{"box", [] { return box(6, 1, 5); }, 12},
                                         MeshCase{"tiledFloor", [] { return tiledFloor(6, 32, 2); }, 2176},
                                         MeshCase{"wedge",
                                                  [] {
                                                      return prism({{-1, 2, 2}, {0, 1, 2}, {1, 2, 2}}, 3);
                                                  },
                                                  12},
                                         MeshCase{"prism",
                                                  [] {
                                                      return prism({{-1, 0, 2}, {0, -1, 1}, {1, 0, 2}}, 3);
                                                  },
                                                  20}),
                         [](const auto& entry) { return std::string(entry.param.name); });

TEST(MeshCheck, FindsAReversedFace) {
    SceneMesh mesh = torus({});
    std::swap(mesh.faces[7][0], mesh.faces[7][1]);
    EXPECT_EQ(whyNotClosed(mesh), "two faces run an edge in the same direction");
}

TEST(MeshCheck, FindsAHole) {
    SceneMesh mesh = torus({});
    mesh.faces.pop_back();
    EXPECT_EQ(whyNotClosed(mesh), "an edge has one face only");
}

TEST(MeshGenerators, BoxHasItsVolume) { EXPECT_DOUBLE_EQ(volumeOf(box(6, 1, 5)), 12 * 2 * 10); }

TEST(MeshGenerators, TorusHasTheVolumeOfItsPolygons) {
    // An n-gon turned in N steps: Pappus, with the N-gon's area factor N/2 sin(2 pi/N) instead of pi.
    const auto polygonArea = [](int n) { return 0.5 * n * std::sin(2 * std::numbers::pi / n); };
    const double expected = 0.3 * 0.3 * polygonArea(16) * 1.0 * 2 * polygonArea(32);
    for (double phase : {0.0, 0.5}) EXPECT_NEAR(volumeOf(torus({.phase = phase})), expected, 1e-6);
}

TEST(MeshGenerators, AFlatTorusHasAnAnnulusOnTopAndARidgedOneACircle) {
    for (const auto& [phase, expected] : {std::pair{0.5, 64}, std::pair{0.0, 32}}) {
        const SceneMesh mesh = torus({.phase = phase});
        btScalar top = 0;
        for (const btVector3& v : mesh.vertices) top = std::max(top, v.y());
        EXPECT_EQ(std::count_if(mesh.vertices.begin(), mesh.vertices.end(),
                                [=](const btVector3& v) { return v.y() > top - 1e-6; }),
                  expected);
    }
}

TEST(MeshGenerators, AxisPermutationsMapEachAxisToTheNext) {
    SceneMesh aboutX = box(1, 2, 3), aboutY = aboutX, axes = aboutX;
    turnAboutX(aboutX, std::numbers::pi / 2);
    turnAboutY(aboutY, std::numbers::pi / 2);
    turnAxes(axes, 1);
    for (std::size_t i = 0; i < axes.vertices.size(); ++i) {
        const btVector3 v = box(1, 2, 3).vertices[i];
        EXPECT_NEAR((aboutX.vertices[i] - btVector3(v.x(), -v.z(), v.y())).length(), 0, 1e-6);
        EXPECT_NEAR((aboutY.vertices[i] - btVector3(v.z(), v.y(), -v.x())).length(), 0, 1e-6);
        EXPECT_EQ(axes.vertices[i], btVector3(v.y(), v.z(), v.x()));
    }
    EXPECT_GT(volumeOf(aboutX), 0);
    EXPECT_GT(volumeOf(axes), 0);
}

TEST(MeshGenerators, BowlFollowsItsParabola) {
    for (const btVector3& v : bowl(0.1).vertices) {
        const double r = std::hypot(double(v.x()), double(v.z()));
        const double below = 3 * (r / 6) * (r / 6) - v.y();
        EXPECT_NEAR(std::min(std::abs(below), std::abs(below - 0.1)), 0, 1e-6);
        EXPECT_LE(r, 6 + 1e-6);
    }
}

TEST(MeshGenerators, LumpyBodyIsStarShapedButConcave) {
    const SceneMesh mesh = lumpyBody(10);
    bool isConvex = true;
    for (const auto& face : mesh.faces) {
        const btVector3 corner = mesh.vertices[face[0]];
        const btVector3 normal =
            (mesh.vertices[face[1]] - corner).cross(mesh.vertices[face[2]] - corner).normalized();
        EXPECT_GT(normal.dot(corner), 0);
        for (const btVector3& v : mesh.vertices) isConvex = isConvex && normal.dot(v - corner) < 0.01;
    }
    EXPECT_FALSE(isConvex);
}

TEST(MeshGenerators, LumpyBodyStaysWithinAThirdOfItsRadius) {
    for (const btVector3& v : lumpyBody(11).vertices) EXPECT_NEAR(v.length(), 0.8, 0.8 / 3);
}

}  // namespace
}  // namespace ricochet::scenes
