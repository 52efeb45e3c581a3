#include "algorithms/geometry/boundary_loops.h"

#include "algorithms/geometry/weld.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

bool hasInside(const Mesh& mesh) {
    return ricochet::hasInside(mesh, boundaryEdgesOf(mesh, weldVertices(mesh.vertices())));
}

/// A square of uneven height.
SharedMesh bumpySurface(Random& random, Index cells) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i <= cells; ++i) {
        for (Index j = 0; j <= cells; ++j) vertices.emplace_back(i, uniform(random, -1, 1), j);
    }
    for (Index i = 0; i < cells; ++i) {
        for (Index j = 0; j < cells; ++j) {
            const Index a = i * (cells + 1) + j, b = a + cells + 1;
            faces.push_back({a, a + 1, b});
            faces.push_back({b, a + 1, b + 1});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(BoundaryLoops, ATwoSidedOpenSurfaceHasNoInsideDespiteRounding) {
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        const auto openSurface = bumpySurface(random, 7);
        std::vector<Face> both = openSurface->faces();
        std::rotate(both.begin(), both.begin() + pick(random, 90), both.end());
        for (const Face& face : openSurface->faces()) both.push_back({face[0], face[2], face[1]});
        std::vector<Vec3> vertices = openSurface->vertices();
        for (Vec3& v : vertices) v += Vec3(100, 20, -30);
        const auto doubled = makeMesh(vertices, both);
        EXPECT_TRUE(isClosedButForCracks(*doubled));
        EXPECT_FALSE(hasInside(*doubled));
        EXPECT_FALSE(hasInside(*insideOut(*doubled)));
    }
}

TEST(BoundaryLoops, AFoilHasAnInside) {
    const auto foil = gridBoxMesh(Vec3(10, 1e-5, 10), 8);
    EXPECT_TRUE(hasInside(*foil));
    EXPECT_FALSE(hasInside(*insideOut(*foil)));
}

TEST(BoundaryLoops, ATwoSidedMeshIsClassifiedByItsFrontFaces) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    EXPECT_TRUE(hasInside(**Mesh::createTwoSided(cube->vertices(), cube->faces())));
    const auto open = withoutFace(*cube, 5);
    EXPECT_FALSE(hasInside(**Mesh::createTwoSided(open->vertices(), open->faces())));
}

/// The same faces, each with corners of its own, which are off by up to `gap` metres.
SharedMesh crackedSoup(Random& random, const Mesh& mesh, Real gap) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& corner : mesh.triangle(face))
            vertices.push_back(corner + 0.5 * gap * randomPoint(random).normalized());
        faces.push_back({first, first + 1, first + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(BoundaryLoops, ASoupHasAnInsideUnlessItsCracksAreWide) {
    Random random(8);
    const auto cube = gridBoxMesh(Vec3(1, 2, 3), 4);
    const Real size = cube->box().size().norm();
    for (const Real gap : {1e-8, 1e-6, 5e-6}) EXPECT_TRUE(hasInside(*crackedSoup(random, *cube, gap * size)));
    EXPECT_FALSE(hasInside(*crackedSoup(random, *cube, 1e-3 * size)));
    EXPECT_FALSE(hasInside(*crackedSoup(random, *insideOut(*cube), 1e-6 * size)));
}

TEST(BoundaryLoops, ASoupWithTwoOppositeHolesHasNoInside) {
    Random random(9);
    const auto cube = gridBoxMesh(Vec3(1, 1, 1), 1);
    std::vector<Face> faces;
    for (Index face = 0; face < cube->faceCount(); ++face) {
        const auto [a, b, c] = cube->triangle(face);
        if (std::abs((b - a).cross(c - a).normalized().z()) < 0.5) faces.push_back(cube->faces()[face]);
    }
    ASSERT_EQ(faces.size(), 8u);
    const auto tube = makeMesh(cube->vertices(), faces), soup = crackedSoup(random, *tube, 1e-6);
    EXPECT_FALSE(hasInside(*tube));
    EXPECT_FALSE(hasInside(*soup));
    const OpenEdges open = openEdgesOf(*soup, boundaryEdgesOf(*soup, weldVertices(soup->vertices())));
    EXPECT_EQ(open.count, 8u);
    EXPECT_NEAR(std::abs(open.from.z()), 0.5, 1e-5);
}

TEST(BoundaryLoops, BoundaryEdgesFollowFromTheTopologyToo) {
    Random random(7);
    const auto knot = knotMesh(30, 6), soup = soupMesh(random, 200), openSurface = bumpySurface(random, 5);
    const auto open = withoutFace(*knot, 11);
    // A surface whose one half is cut finer: boundary edges that run side by side.
    const auto strips =
        makeMesh({{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {1, 1, 0}, {2, 0, 0}, {2, 2, 0}},
                 {{0, 1, 2}, {0, 2, 3}, {1, 5, 4}, {4, 5, 6}, {4, 6, 2}});
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    std::size_t boundaryEdges = 0;
    for (const SharedMesh& mesh : {knot, soup, openSurface, open, strips, twoSided}) {
        const MeshTopology topology = buildTopology(*mesh);
        EXPECT_EQ(boundaryEdgesOf(*mesh, topology), boundaryEdgesOf(*mesh, topology.weld));
        boundaryEdges += boundaryEdgesOf(*mesh, topology).size();
    }
    EXPECT_GT(boundaryEdges, 100u);
}

}  // namespace
}  // namespace ricochet::test
