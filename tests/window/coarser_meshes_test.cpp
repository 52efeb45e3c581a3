#include "demos/window/coarser_meshes.h"

#include "tests/window/box_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet::window {
namespace {

constexpr int kTurns = 128;
constexpr float kRing = 2, kTube = 0.5f;  // metres

view::DrawnMesh fineTorus() {
    view::DrawnMesh mesh;
    const auto number = [](int i, int k) { return std::uint32_t(i % kTurns * kTurns + k % kTurns); };
    for (int i = 0; i < kTurns; ++i) {
        for (int k = 0; k < kTurns; ++k) {
            const float a = 2 * std::numbers::pi_v<float> * float(i) / kTurns;
            const float b = 2 * std::numbers::pi_v<float> * float(k) / kTurns;
            const float r = kRing + kTube * std::cos(b);
            mesh.vertices.push_back({r * std::cos(a), kTube * std::sin(b), r * std::sin(a)});
            mesh.faces.push_back({number(i, k), number(i, k + 1), number(i + 1, k + 1)});
            mesh.faces.push_back({number(i, k), number(i + 1, k + 1), number(i + 1, k)});
        }
    }
    return mesh;
}

/// Metres, from the exact torus.
float distanceFromTorus(const Eigen::Vector3f& p) {
    return std::abs(std::hypot(std::hypot(p.x(), p.z()) - kRing, p.y()) - kTube);
}

TEST(CoarserMeshes, HalveTheTrianglesAndSayHowFarTheirSurfacesAre) {
    const view::DrawnMesh torus = fineTorus();
    const std::vector<CoarserMesh> levels = coarserMeshes(torus);
    ASSERT_GE(levels.size(), 3u);
    std::size_t before = torus.faces.size();
    float error = 0;
    for (const CoarserMesh& level : levels) {
        EXPECT_LE(level.mesh.faces.size(), before * 8 / 10);
        EXPECT_GE(level.error, error);
        float farthest = 0;
        for (const auto& face : level.mesh.faces) {
            const Eigen::Vector3f a = view::toVector(level.mesh.vertices[face[0]]),
                                  b = view::toVector(level.mesh.vertices[face[1]]),
                                  c = view::toVector(level.mesh.vertices[face[2]]);
            farthest = std::max(farthest, distanceFromTorus((a + b + c) / 3));
        }
        // the finest is itself a little inside of the torus; errors are root mean squares over planes
        EXPECT_LE(farthest, 4 * level.error + 1e-3f);
        before = level.mesh.faces.size();
        error = level.error;
    }
    EXPECT_LT(levels.front().error, 0.01f);
    EXPECT_LE(before, 4000u);
}

TEST(CoarserMeshes, SmallMeshesHaveNone) { EXPECT_TRUE(coarserMeshes(test::boxMesh()).empty()); }

}  // namespace
}  // namespace ricochet::window
