#include "algorithms/geometry/inside_scan.h"

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/weld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace ricochet {
namespace {

/// A torus about z of 2 * n * n triangles, its faces outwards.
std::pair<std::vector<Vec3>, std::vector<Face>> torus(Index n) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < n; ++i) {
        for (Index k = 0; k < n; ++k) {
            const double u = 2 * std::numbers::pi * i / n, v = 2 * std::numbers::pi * k / n;
            const double r = 2 + 0.5 * std::cos(v);
            vertices.push_back({r * std::cos(u), r * std::sin(u), 0.5 * std::sin(v)});
            const Index in = (i + 1) % n, kn = (k + 1) % n;
            faces.push_back({i * n + k, in * n + k, in * n + kn});
            faces.push_back({i * n + k, in * n + kn, i * n + kn});
        }
    }
    return {vertices, faces};
}

/// Both answers, which must agree, of triangles in any order.
bool scan(const std::vector<Vec3>& vertices, std::vector<Face> faces, int* passes = nullptr) {
    const auto mesh = Mesh::create(vertices, faces);
    EXPECT_TRUE(mesh.has_value());
    const bool expected = hasInside(**mesh, boundaryEdgesOf(**mesh, weldVertices((*mesh)->vertices())));
    std::mt19937 random(1);
    InsideScan scan(faces.size()), unsized;  // without the number of triangles
    std::optional<bool> answer;
    int done = 0;
    while (!answer) {
        std::ranges::shuffle(faces, random);
        for (const Face& f : faces) {
            scan.add({vertices[f[0]], vertices[f[1]], vertices[f[2]]});
            unsized.add({vertices[f[0]], vertices[f[1]], vertices[f[2]]});
        }
        answer = scan.endPass();
        EXPECT_EQ(unsized.endPass(), answer);
        ++done;
    }
    if (passes) *passes = done;
    EXPECT_EQ(*answer, expected);
    EXPECT_EQ(scan.isWatertight(), done == 1);
    return *answer;
}

TEST(InsideScan, AClosedSurfaceHasOneAfterOnePass) {
    const auto [vertices, faces] = torus(60);
    int passes = 0;
    EXPECT_TRUE(scan(vertices, faces, &passes));
    EXPECT_EQ(passes, 1);
}

TEST(InsideScan, ASurfacePointingInwardsHasNone) {
    auto [vertices, faces] = torus(60);
    for (Face& f : faces) std::swap(f[1], f[2]);
    EXPECT_FALSE(scan(vertices, faces));
}

TEST(InsideScan, AMissingOrReversedFaceOpensIt) {
    auto [vertices, faces] = torus(60);
    const Face face = faces[777];
    faces.erase(faces.begin() + 777);
    int passes = 0;
    EXPECT_FALSE(scan(vertices, faces, &passes));
    EXPECT_EQ(passes, 2);
    faces.push_back({face[0], face[2], face[1]});
    EXPECT_FALSE(scan(vertices, faces));
}

TEST(InsideScan, ACrackIsNotAHole) {
    auto [vertices, faces] = torus(60);
    for (std::size_t f = 0; f < 40; ++f) {  // some faces have a corner displaced a little
        Index& corner = faces[50 * f][0];
        vertices.push_back(vertices[corner] + Vec3(1e-9, 0, -1e-9));
        corner = static_cast<Index>(vertices.size() - 1);
    }
    int passes = 0;
    EXPECT_TRUE(scan(vertices, faces, &passes));
    EXPECT_EQ(passes, 2);
}

/// For any number of cracks whose edges fit in the list of unmatched edges.
TEST(InsideScan, ThousandsOfCracksAreNotHoles) {
    auto [vertices, faces] = torus(60);
    for (Index i = 0; i < 3000; ++i) {  // faces without area
        const auto first = static_cast<Index>(vertices.size());
        for (const Real z : {0., 0.5, 1.}) vertices.push_back({0, 1e-3 * i, z});
        faces.push_back({first, first + 1, first + 2});
    }
    int passes = 0;
    EXPECT_TRUE(scan(vertices, faces, &passes));
    EXPECT_EQ(passes, 2);
}

TEST(InsideScan, FacesMayShareNoVertex) {
    const auto [vertices, faces] = torus(40);
    std::vector<Vec3> soup;
    std::vector<Face> own;
    for (const Face& f : faces) {
        const auto first = static_cast<Index>(soup.size());
        for (const Index v : f) soup.push_back(vertices[v]);
        own.push_back({first, first + 1, first + 2});
    }
    soup.front().y() = -0.0;  // the same position as with 0
    EXPECT_TRUE(scan(soup, own));
}

TEST(InsideScan, ADoubledOpenSurfaceHasNone) {
    EXPECT_FALSE(scan({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}));
}

TEST(InsideScan, PointsAndEmptyMeshesHaveNone) {
    EXPECT_FALSE(scan({{1, 2, 3}}, {{0, 0, 0}, {0, 0, 0}}));
    EXPECT_EQ(InsideScan(0).endPass(), false);
}

/// The scan gives up beyond a few thousand unmatched edges.
TEST(InsideScan, ASoupOfFarApartTrianglesIsOpen) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < 50'000; ++i) {
        vertices.insert(vertices.end(), {{Real(i), 0, 0}, {Real(i), 0.5, 0}, {Real(i), 0, 0.5}});
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    int passes = 0;
    EXPECT_FALSE(scan(vertices, faces, &passes));
    EXPECT_EQ(passes, 1);
}

}  // namespace
}  // namespace ricochet
