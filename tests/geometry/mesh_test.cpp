#include "algorithms/geometry/mesh.h"

#include "algorithms/geometry/face_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using testing::HasSubstr;

std::vector<Vec3> corners() { return {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}; }
std::vector<Face> tetrahedron() { return {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}; }

TEST(Mesh, KnowsItsBoxAndItsTriangles) {
    const auto mesh = Mesh::create(corners(), tetrahedron());
    ASSERT_TRUE(mesh.has_value());
    EXPECT_EQ((*mesh)->box().max, Vec3(1, 2, 3));
    EXPECT_EQ((*mesh)->triangle(3)[2], Vec3(0, 0, 3));
}

TEST(Mesh, WithoutFacesIsRefused) { EXPECT_THAT(Mesh::create(corners(), {}).error(), HasSubstr("no faces")); }

TEST(Mesh, IndexOutOfRangeNamesTheFace) {
    EXPECT_THAT(Mesh::create(corners(), {{0, 1, 2}, {0, 1, 4}}).error(), HasSubstr("face 1 names vertex 4"));
}

TEST(Mesh, VertexThatIsNotFiniteIsNamed) {
    auto vertices = corners();
    vertices[2].y() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THAT(Mesh::create(vertices, tetrahedron()).error(), HasSubstr("vertex 2 is not finite"));
}

TEST(Mesh, MovedVerticesIncrementTheRevision) {
    const auto mesh = *Mesh::create(corners(), tetrahedron());
    auto moved = corners();
    moved[3].z() = 7;
    EXPECT_TRUE(mesh->setVertices(moved).has_value());
    EXPECT_EQ(mesh->revision(), 1u);
    EXPECT_EQ(mesh->box().max.z(), 7);
    moved.pop_back();
    EXPECT_THAT(mesh->setVertices(moved).error(), HasSubstr("4 vertices, not 3"));
    EXPECT_EQ(mesh->revision(), 1u);
}

TEST(Placement, RoundsEveryOperationInTheDefinedOrder) {
    // With fused multiply-add the first sum would keep 2^-60 and the result would not be zero.
    Pose pose;
    const Real e = std::ldexp(1.0, -30);
    pose.rotation << 1 + e, -1, 0, 0, 1, 0, 0, 0, 1;
    const Vec3 placed = transformPoint(pose, Vec3(1 + e, 1 + 2 * e, 0));
    EXPECT_EQ(placed.x(), 0.0);
}

TEST(FacePairHash, IsFnv1aOverLittleEndianIndices) {
    EXPECT_EQ(hashOf({}), 14695981039346656037ull);
    const FacePairs pairs = {{1, 2}};
    std::uint64_t expected = 14695981039346656037ull;
    for (unsigned byte : {1u, 0u, 0u, 0u, 2u, 0u, 0u, 0u}) expected = (expected ^ byte) * 1099511628211ull;
    EXPECT_EQ(hashOf(pairs), expected);
}

}  // namespace
}  // namespace ricochet
