#include "demos/view/closed_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::view {
namespace {

/// Its faces are counter-clockwise from outside.
DrawnMesh tetrahedron(float size, float at = 0) {
    return {{{at, at, at}, {at + size, at, at}, {at, at + size, at}, {at, at, at + size}},
            {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

DrawnMesh turned(DrawnMesh mesh) {
    for (auto& face : mesh.faces) std::ranges::reverse(face);
    return mesh;
}

DrawnMesh together(DrawnMesh a, const DrawnMesh& b) {
    for (auto face : b.faces) {
        for (std::uint32_t& vertex : face) vertex += std::uint32_t(a.vertices.size());
        a.faces.push_back(face);
    }
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    return a;
}

TEST(ClosedMesh, EachEdgeIsThatOfAnotherFaceInTheOppositeDirection) {
    EXPECT_TRUE(isClosed(tetrahedron(1)));
    EXPECT_TRUE(isClosed(turned(tetrahedron(1))));
    DrawnMesh open = tetrahedron(1), twisted = tetrahedron(1);
    open.faces.pop_back();
    EXPECT_FALSE(isClosed(open));
    std::ranges::reverse(twisted.faces[0]);
    EXPECT_FALSE(isClosed(twisted));
}

TEST(ClosedMesh, InnerSidesAreHiddenIfAllPartsPointOutwards) {
    constexpr float kFar = 1000;  // metres: volumes from the origin would have no correct digit
    const DrawnMesh far = tetrahedron(0.001f, kFar);
    EXPECT_TRUE(hidesInnerSides(tetrahedron(1)));
    EXPECT_TRUE(hidesInnerSides(together(tetrahedron(1), far)));
    EXPECT_FALSE(hidesInnerSides(turned(tetrahedron(1))));
    EXPECT_FALSE(hidesInnerSides(together(tetrahedron(1), turned(far))));
    EXPECT_FALSE(hidesInnerSides(together(tetrahedron(1), turned(tetrahedron(0.1f))))) << "a cavity";
    DrawnMesh open = tetrahedron(1);
    open.faces.pop_back();
    EXPECT_FALSE(hidesInnerSides(open));
}

}  // namespace
}  // namespace ricochet::view
