#include "demos/app/convex_pieces.h"

#include "demos/scenes/mesh_generators.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::app {
namespace {

using scenes::SceneMesh;

btVector3 sumOf(const std::vector<btVector3>& corners) {
    btVector3 sum(0, 0, 0);
    for (const btVector3& corner : corners) sum += corner;
    return sum;
}

TEST(ConvexPieces, PreserveTheHoleOfATorus) {
    const auto pieces = convexPieces(scenes::torus({}));
    EXPECT_GE(pieces.size(), 5u);
    EXPECT_LE(pieces.size(), 32u);
    for (const std::vector<btVector3>& piece : pieces) {
        // The whole piece lies on one side of the axis, well away from it.
        const btVector3 towards = sumOf(piece).normalized();
        EXPECT_TRUE(std::ranges::all_of(piece, [&](const btVector3& c) { return c.dot(towards) > 0.5; }));
    }
}

TEST(ConvexPieces, HaveCornersAtTheMeshsVertices) {
    const SceneMesh mesh = scenes::torus({.segments = 16, .sides = 8});
    int corners = 0;
    for (const std::vector<btVector3>& piece : convexPieces(mesh)) {
        for (const btVector3& corner : piece) {
            const bool isVertex = std::ranges::any_of(
                mesh.vertices, [&](const btVector3& v) { return v.distance(corner) < 1e-5; });
            EXPECT_TRUE(isVertex);
            ++corners;
        }
    }
    EXPECT_GT(corners, 60);
}

TEST(ConvexPieces, OfAConvexMeshHaveItsSize) {
    btVector3 low(9, 9, 9), high(-9, -9, -9);
    for (const std::vector<btVector3>& piece : convexPieces(scenes::icosphere(2, 1.5))) {
        for (const btVector3& corner : piece) {
            low.setMin(corner);
            high.setMax(corner);
        }
    }
    EXPECT_NEAR(low.y(), -1.5, 1e-5);
    EXPECT_NEAR(high.y(), 1.5, 1e-5);
}

}  // namespace
}  // namespace ricochet::app
