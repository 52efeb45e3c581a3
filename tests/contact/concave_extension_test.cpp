#include "algorithms/contact/features/concave_extension.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace ricochet::test {
namespace {

constexpr Index kCorners = 6;  // of the outline

/// A plate of 2 x 2 x 1 metres without the quadrant where x and z are positive. The concave edge is on the y
/// axis, from 0 to -1. `diagonals`: a bit for each of the sides that meet there.
SharedMesh angledPlate(unsigned diagonals) {
    const std::array<std::array<Real, 2>, kCorners> outline = {
        {{0, 0}, {0, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 0}}};
    std::vector<Vec3> vertices;
    for (const Real y : {0.0, -1.0}) {
        for (const auto& [x, z] : outline) vertices.push_back({x, y, z});
    }
    std::vector<Face> faces;
    for (Index top = 0; top < kCorners; ++top) {
        const Index next = (top + 1) % kCorners, foot = top + kCorners, nextFoot = next + kCorners;
        const bool isDiagonalFromTop = diagonals >> (top == 0 ? 0 : 1) & 1;
        faces.push_back({top, next, isDiagonalFromTop ? nextFoot : foot});
        faces.push_back({isDiagonalFromTop ? top : next, nextFoot, foot});
        if (top == 0 || next == 0) continue;
        faces.push_back({0, next, top});
        faces.push_back({kCorners, foot, nextFoot});
    }
    return makeMesh(vertices, faces);
}

/// A face with the concave edge, and the edge.
struct ConcaveSide {
    Index face, edge;
    Vec3 along;  ///< in the face, away from the edge
};

std::vector<ConcaveSide> concaveSides(const PlacedFeatures& body) {
    std::vector<ConcaveSide> sides;
    const MeshTopology& topology = body.topology();
    for (Index face = 0; face < body.mesh().faceCount(); ++face) {
        for (const Index edge : topology.edgesOf(face)) {
            if (topology.edge(edge).dihedral != Dihedral::concave) continue;
            const Triangle corners = body.mesh().triangle(face);
            const bool isAlongX = std::ranges::all_of(corners, [](const Vec3& c) { return c.z() == 0; });
            sides.push_back({face, edge, isAlongX ? Vec3(1, 0, 0) : Vec3(0, 0, 1)});
        }
    }
    return sides;
}

TEST(ConcaveExtension, EndsAtTheConvexEdgesHoweverTheSidesAreTriangulated) {
    for (const unsigned diagonals : {0u, 1u, 2u, 3u}) {
        const SharedMesh plate = angledPlate(diagonals);
        const ContactScene scene(plate, turned(1, Vec3(1, 2, 3).normalized(), Vec3(4, 5, 6)), plate, Pose{});
        for (const MeshInstance& placed : {scene.input.a.instance(), scene.input.b.instance()}) {
            const PlacedFeatures body(placed, *scene.surfaceA);
            const auto sides = concaveSides(body);
            ASSERT_EQ(sides.size(), 2u);
            for (const ConcaveSide& side : sides) {
                const auto isPastAt = [&](Real height, Real queryDistance) {
                    const Vec3 behind = Vec3(-0.01, 0, -0.01) - 0.1 * side.along;
                    return isPastExtension(body, side.face, side.edge,
                                           transformPoint(placed.pose, Vec3(behind + Vec3(0, height, 0))),
                                           queryDistance);
                };
                EXPECT_TRUE(isPastAt(0.1, 1));
                EXPECT_FALSE(isPastAt(-0.1, 1));
                EXPECT_FALSE(isPastAt(-0.9, 1));
                EXPECT_TRUE(isPastAt(-1.1, 1));
                EXPECT_FALSE(isPastAt(0.1, 0.1)) << "its ends are farther";
            }
        }
    }
}

}  // namespace
}  // namespace ricochet::test
