#include "demos/window/flat_mesh.h"

#include "tests/window/box_mesh.h"

#include <gtest/gtest.h>

namespace ricochet::window {
namespace {

Eigen::Vector3f corner(const view::DrawnMesh& mesh, std::size_t face, std::size_t k) {
    return view::toVector(mesh.vertices[mesh.faces[face][k % 3]]);
}

TEST(FlatMesh, LastCornersHaveTheNormalsOfTheirFaces) {
    const view::DrawnMesh box = test::boxMesh();
    const FlatMesh flat = flatMesh(box);
    ASSERT_EQ(flat.mesh.faces.size(), box.faces.size());
    ASSERT_EQ(flat.mesh.vertices.size(), flat.normals.size());
    EXPECT_LE(flat.mesh.vertices.size(), 12u);  // two faces of a side share one corner's normal
    for (std::size_t i = 0; i < box.faces.size(); ++i) {
        const Eigen::Vector3f normal =
            (corner(box, i, 1) - corner(box, i, 0)).cross(corner(box, i, 2) - corner(box, i, 0)) / 4;
        EXPECT_EQ(view::toVector(flat.normals[flat.mesh.faces[i][2]]), normal);
        // the same corners in the same order, from some corner on
        std::size_t from = 0;
        while (from < 3 && corner(flat.mesh, i, from) != corner(box, i, 0)) ++from;
        ASSERT_LT(from, 3u);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(corner(flat.mesh, i, from + k), corner(box, i, k));
    }
}

TEST(FlatMesh, FacesWithoutAreaHaveNoNormal) {
    const FlatMesh flat = flatMesh({.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, .faces = {{0, 1, 2}}});
    EXPECT_EQ(view::toVector(flat.normals[flat.mesh.faces[0][2]]), Eigen::Vector3f::Zero().eval());
}

}  // namespace
}  // namespace ricochet::window
