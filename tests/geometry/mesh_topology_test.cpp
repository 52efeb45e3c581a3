#include "algorithms/geometry/mesh_topology.h"

#include "algorithms/geometry/surface_directions.h"
#include "tests/support/build_kind.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <random>

namespace ricochet {
namespace {

std::shared_ptr<Mesh> meshOf(std::vector<Vec3> vertices, std::vector<Face> faces) {
    return *Mesh::create(std::move(vertices), std::move(faces));
}

std::vector<Vec3> cubeCorners() {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
    return corners;
}

const std::vector<Face> kCubeFaces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

Index count(const MeshTopology& topology, Dihedral dihedral) {
    return static_cast<Index>(std::ranges::count(topology.edges, dihedral, &MeshTopology::Edge::dihedral));
}

TEST(MeshTopology, CubeHasTwelveConvexEdgesAndSixRegions) {
    const auto mesh = meshOf(cubeCorners(), kCubeFaces);
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_TRUE(topology.isClosed());
    EXPECT_EQ(count(topology, Dihedral::convex), 12u);
    EXPECT_EQ(count(topology, Dihedral::flat), 6u);
    EXPECT_EQ(*std::ranges::max_element(topology.regions), 5u);
    for (Index v = 0; v < 8; ++v) EXPECT_TRUE(topology.isConvexVertex[v]);
}

TEST(MeshTopology, UnsharedVerticesAreWelded) {
    std::vector<Vec3> soup;
    std::vector<Face> faces;
    for (const Face& face : kCubeFaces) {
        for (Index v : face) soup.push_back(cubeCorners()[v]);
        const Index n = static_cast<Index>(soup.size());
        faces.push_back({n - 3, n - 2, n - 1});
    }
    const auto mesh = meshOf(soup, faces);
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_TRUE(topology.isClosed());
    EXPECT_EQ(topology.edges.size(), 18u);
}

TEST(MeshTopology, InsideOutCubeIsConcaveEverywhere) {
    std::vector<Face> flipped = kCubeFaces;
    for (Face& face : flipped) std::swap(face[1], face[2]);
    const MeshTopology topology = buildTopology(*meshOf(cubeCorners(), flipped));
    EXPECT_EQ(count(topology, Dihedral::concave), 12u);
    EXPECT_EQ(count(topology, Dihedral::convex), 0u);
}

TEST(MeshTopology, InwardTangentsPointIntoTheirFaces) {
    const auto mesh = meshOf(cubeCorners(), kCubeFaces);
    const MeshTopology topology = buildTopology(*mesh);
    const auto centroid = [&](Index face) {
        const Triangle t = mesh->triangle(face);
        return Vec3((t[0] + t[1] + t[2]) / 3);
    };
    for (Index e = 0; e < topology.edges.size(); ++e) {
        const MeshTopology::Edge& edge = topology.edges[e];
        const EdgeDirections directions = directionsOf(*mesh, topology, e);
        const Vec3& on = mesh->vertices()[edge.vertex0];
        EXPECT_GT(directions.inward0.dot(centroid(edge.face0) - on), 0);
        EXPECT_GT(directions.inward1.dot(centroid(edge.face1) - on), 0);
    }
}

TEST(MeshTopology, OpenMeshReportsItsBoundary) {
    const auto mesh = meshOf(cubeCorners(), {kCubeFaces.begin(), kCubeFaces.end() - 2});
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_EQ(topology.boundaryEdges, 4u);
    EXPECT_FALSE(topology.isClosed());
}

TEST(MeshTopology, ThirdFaceAtAnEdgeIsNonManifold) {
    const auto mesh =
        meshOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_EQ(topology.nonManifoldEdges, 1u);
}

TEST(MeshTopology, DegenerateFacesAreIgnored) {
    auto faces = kCubeFaces;
    faces.push_back({0, 0, 1});
    faces.push_back({2, 2, 2});
    const auto mesh = meshOf(cubeCorners(), faces);
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_EQ(topology.degenerateFaces, 2u);
    EXPECT_TRUE(topology.isClosed());
}

TEST(MeshTopology, RingsContainEveryNeighbourOnce) {
    const auto mesh = meshOf(cubeCorners(), kCubeFaces);
    const MeshTopology topology = buildTopology(*mesh);
    std::size_t entries = 0;
    for (Index v = 0; v < 8; ++v) {
        std::vector<Index> ring(topology.ringOf(v).begin(), topology.ringOf(v).end());
        std::ranges::sort(ring);
        EXPECT_EQ(std::ranges::adjacent_find(ring), ring.end());
        entries += ring.size();
    }
    EXPECT_EQ(entries, 36u);
}

/// The second strip's vertices lie in the middle of the first one's edges; `rise` raises its other side.
std::shared_ptr<Mesh> stripsWithTJunction(Real rise) {
    return meshOf({{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {1, 1, 0}, {2, 0, rise}, {2, 2, rise}},
                  {{0, 1, 2}, {0, 2, 3}, {1, 5, 4}, {4, 5, 6}, {4, 6, 2}});
}

TEST(MeshTopology, TJunctionsInAPlaneAreFlat) {
    const auto mesh = stripsWithTJunction(0);
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_TRUE(isValid(topology, *mesh));
    EXPECT_FALSE(topology.isClosed());
    // One long edge, two short ones along it, and three inner edges.
    EXPECT_EQ(count(topology, Dihedral::flat), 6u);
    EXPECT_EQ(std::ranges::count(topology.edges, true, &MeshTopology::Edge::isSplit), 3);
    EXPECT_EQ(*std::ranges::max_element(topology.regions), 0u);
    EXPECT_FALSE(topology.isConvexVertex[4]);
}

TEST(MeshTopology, TJunctionsBendAsTheirFacesDo) {
    const auto bend = [](Real rise) {
        const MeshTopology topology = buildTopology(*stripsWithTJunction(rise));
        const auto split = std::ranges::find(topology.edges, true, &MeshTopology::Edge::isSplit);
        return split->dihedral;
    };
    EXPECT_EQ(bend(0.5), Dihedral::concave);
    EXPECT_EQ(bend(-0.5), Dihedral::convex);
}

/// Two faces back to back, turned arbitrarily: whether rounding raises one over the other or not.
TEST(MeshTopology, AFoldIsABlade) {
    std::mt19937 random(5);
    std::uniform_real_distribution<Real> angle(-3, 3);
    for (int i = 0; i < 200; ++i) {
        const Matrix3 turn = (Eigen::AngleAxis<Real>(angle(random), Vec3::UnitX()) *
                              Eigen::AngleAxis<Real>(angle(random), Vec3::UnitZ()))
                                 .toRotationMatrix();
        const auto at = [&](Real x, Real y) { return Vec3(turn * Vec3(x, y, 0.1)); };
        const auto mesh = meshOf({at(0, 0), at(1, 0.1), at(0.3, 1), at(0.7, 2)}, {{0, 1, 2}, {1, 0, 3}});
        const MeshTopology topology = buildTopology(*mesh);
        EXPECT_EQ(topology.edges[topology.faceEdges[0][0]].dihedral, Dihedral::convex);
        EXPECT_NE(topology.edges[topology.faceEdges[0][0]].face1, kNone);
    }
}

/// Far from the origin rounding turns normals of slivers by more than that of a face as wide as it is long.
TEST(MeshTopology, AFoldOfSliversIsABlade) {
    std::mt19937 random(6);
    std::uniform_real_distribution<Real> angle(-3, 3);
    for (int i = 0; i < 200; ++i) {
        const Matrix3 turn = (Eigen::AngleAxis<Real>(angle(random), Vec3::UnitX()) *
                              Eigen::AngleAxis<Real>(angle(random), Vec3::UnitZ()))
                                 .toRotationMatrix();
        const auto at = [&](Real x, Real y) {
            return Vec3(turn * Vec3(x, 1e-6 * y, 0) + Vec3(1000, 300, -500));
        };
        const auto mesh = meshOf({at(0, 0), at(1, 0.1), at(0.3, 1), at(0.7, 2)}, {{0, 1, 2}, {1, 0, 3}});
        const MeshTopology topology = buildTopology(*mesh);
        EXPECT_EQ(topology.edges[topology.faceEdges[0][0]].dihedral, Dihedral::convex) << i;
    }
}

TEST(MeshTopology, APartlyCoveredEdgeStaysOpen) {
    const auto mesh = meshOf({{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 1, 0}, {2, 0, 0}}, {{0, 1, 2}, {1, 4, 3}});
    const MeshTopology topology = buildTopology(*mesh);
    EXPECT_EQ(std::ranges::count(topology.edges, true, &MeshTopology::Edge::isSplit), 1);
    EXPECT_EQ(count(topology, Dihedral::flat), 1u);
}

/// Over the long edge of a floor, one half of the surface goes on level, and the other one bends down.
TEST(MeshTopology, AnEdgeAlongWhichTheSurfaceBendsBothUpAndDownStaysOpen) {
    const auto bendsOver = [](Real first, Real second) {
        const auto mesh = meshOf({{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 1, 0}, {2, 0, first}, {2, 2, second}},
                                 {{0, 1, 2}, {1, 4, 3}, {3, 5, 2}});
        const MeshTopology topology = buildTopology(*mesh);
        EXPECT_TRUE(isValid(topology, *mesh));
        return topology.edges[topology.faceEdges[0][1]];
    };
    const MeshTopology::Edge uneven = bendsOver(0, -1);
    EXPECT_EQ(uneven.dihedral, Dihedral::convex);
    EXPECT_EQ(uneven.face1, kNone);
    EXPECT_EQ(bendsOver(-0.2, -1).face1, kNone);
    EXPECT_TRUE(bendsOver(-1, -1).isSplit);
    EXPECT_EQ(bendsOver(0, 0).dihedral, Dihedral::flat);
    EXPECT_EQ(bendsOver(1, 0.5).dihedral, Dihedral::concave);
}

/// Loose triangles have nothing but boundary edges: only sorting them takes longer than linear time.
TEST(MeshTopology, LooseTrianglesTakeLinearTime) {
    const auto boundingWork = [](Index triangles) {
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (Index i = 0; i < triangles; ++i) {
            const Vec3 corner(i % 50, i / 50 % 50, i / 2500);
            for (const Vec3& v : {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(0, 0.5, 0.5)})
                vertices.push_back(corner + v);
            faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        const auto mesh = meshOf(std::move(vertices), std::move(faces));
        const std::clock_t begin = std::clock();
        EXPECT_EQ(buildTopology(*mesh).boundaryEdges, 3 * triangles);
        return double(std::clock() - begin);
    };
    // The least of three: other programs disturb.
    const auto leastWork = [&](Index triangles) {
        return std::min({boundingWork(triangles), boundingWork(triangles), boundingWork(triangles)});
    };
    constexpr Index kFew = test::kIsSlowBuild ? 2000 : 10000;
    const double small = leastWork(kFew);
    EXPECT_LT(leastWork(8 * kFew), 24 * small);  // 64 if all pairs of boundary edges were tested
}

/// Needles that all cross near the origin, each with another one along half of its long edge: no box
/// separates their edges.
TEST(MeshTopology, CracksInATangleOfNeedlesTakeLinearTime) {
    const auto joiningWork = [](Index needles) {
        Random random(4);
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (Index i = 0; i < needles; ++i) {
            const Vec3 along = randomPoint(random).normalized(), middle = 0.01 * randomPoint(random);
            const Vec3 aside = 0.01 * along.cross(randomPoint(random)).normalized();
            for (const Vec3& v : {Vec3(-along), along, Vec3(along + aside), Vec3(0.9 * along),
                                  Vec3(-0.9 * along), Vec3(-0.9 * along - aside)})
                vertices.push_back(middle + v);
            faces.push_back({6 * i, 6 * i + 1, 6 * i + 2});
            faces.push_back({6 * i + 3, 6 * i + 4, 6 * i + 5});
        }
        const auto mesh = meshOf(std::move(vertices), std::move(faces));
        const std::clock_t begin = std::clock();
        const MeshTopology topology = buildTopology(*mesh);
        const double work = double(std::clock() - begin);
        EXPECT_EQ(topology.splits.size(), needles);
        return work;
    };
    const double small = joiningWork(250);
    EXPECT_LT(joiningWork(2000), 24 * small);  // 64 if all pairs of boundary edges were tested
}

TEST(MeshTopology, BackFacesOfATwoSidedMeshBendOppositely) {
    // A roof: two slopes that meet in a convex ridge.
    const auto roof =
        *Mesh::createTwoSided({{0, 0, 1}, {2, 0, 1}, {0, -1, 0}, {2, -1, 0}, {0, 1, 0}, {2, 1, 0}},
                              {{2, 3, 1}, {2, 1, 0}, {0, 1, 5}, {0, 5, 4}});
    ASSERT_EQ(roof->faceCount(), 8u);
    EXPECT_EQ(roof->frontCount(), 4u);
    const MeshTopology topology = buildTopology(*roof);
    EXPECT_TRUE(isValid(topology, *roof));
    std::map<Dihedral, int> counts;
    for (Index e = 0; e < topology.edgeCount(); ++e) ++counts[topology.edge(e).dihedral];
    EXPECT_EQ(counts[Dihedral::concave], 1);
    EXPECT_EQ(counts[Dihedral::flat], 4);
    EXPECT_EQ(counts[Dihedral::convex], 1 + 2 * 6);
    for (Index f = 0; f < 4; ++f) {
        EXPECT_EQ(unitNormal(*roof, f + 4), -unitNormal(*roof, f));
        EXPECT_NE(topology.regionOf(f + 4), topology.regionOf(f));
    }
    for (Index v = 0; v < 6; ++v) EXPECT_TRUE(topology.isConvexVertex[v]);
}

TEST(MeshTopology, IsTheSameOnAnyNumberOfThreads) {
    Random random(3);
    const SharedMesh torus = torusMesh(1, 0.4, test::kIsSlowBuild ? 60 : 200, test::kIsSlowBuild ? 40 : 100);
    const SharedMesh soup = test::soupMesh(random, test::kIsSlowBuild ? 3000 : 15000);
    const auto threads = makeThreadExecutor(3);
    for (const SharedMesh& mesh : {torus, soup}) {
        const MeshTopology topology = buildTopology(*mesh);
        EXPECT_TRUE(isValid(topology, *mesh));
        EXPECT_EQ(buildTopology(*mesh, *threads), topology);
    }
}

TEST(MeshTopology, TakesAtMostSeventyBytesPerTriangle) {
    const SharedMesh torus = torusMesh(1, 0.4, 200, 50);
    EXPECT_LE(bytesOf(buildTopology(*torus)), 70 * std::size_t{torus->faceCount()});
}

/// Moves the vertices and compares the refreshed topology with one built anew; counts those that changed.
testing::AssertionResult isRefreshedAsBuilt(Mesh& mesh, const std::vector<Vec3>& vertices, int& changes) {
    const MeshTopology before = buildTopology(mesh);
    if (!mesh.setVertices(vertices)) return testing::AssertionFailure() << "not set";
    const MeshTopology refreshed = refreshTopology(mesh, before);
    if (!isValid(refreshed, mesh)) return testing::AssertionFailure() << "not valid";
    changes += refreshed != before;
    if (refreshed != buildTopology(mesh)) return testing::AssertionFailure() << "not as built";
    return testing::AssertionSuccess();
}

TEST(MeshTopology, RefreshingGivesTheBuiltResult) {
    Random random(5);
    const SharedMesh knot = test::knotMesh(30, 6), soup = test::soupMesh(random, 300);
    const auto strips = stripsWithTJunction(0), unsharedKnot = unshared(*knot);
    const auto twoSided = *Mesh::createTwoSided(strips->vertices(), strips->faces());
    std::vector<Face> torn = knot->faces();
    torn.push_back(torn.front());  // not manifold
    torn.erase(torn.begin() + 7);
    const auto rough = meshOf(knot->vertices(), torn);
    int changes = 0;
    for (Real distance : {1e-3, 0.1, 1.0}) {
        for (Mesh* mesh :
             {knot.get(), soup.get(), strips.get(), unsharedKnot.get(), twoSided.get(), rough.get()}) {
            EXPECT_TRUE(isRefreshedAsBuilt(*mesh, test::shaken(random, *mesh, distance), changes));
        }
    }
    EXPECT_GT(changes, 9);  // of 18: small displacements change no dihedral
}

TEST(MeshTopology, RefreshingUpdatesTheBendAtTJunctions) {
    const auto strips = stripsWithTJunction(0);
    const MeshTopology before = buildTopology(*strips);
    ASSERT_TRUE(strips->setVertices(stripsWithTJunction(0.5)->vertices()));
    const MeshTopology refreshed = refreshTopology(*strips, before);
    EXPECT_EQ(refreshed, buildTopology(*strips));
    EXPECT_EQ(count(refreshed, Dihedral::flat), 3u);
    EXPECT_EQ(count(refreshed, Dihedral::concave), 3u);
}

TEST(MeshTopology, RefreshingHandlesVerticesThatMeetOrSeparate) {
    const auto mesh = meshOf(cubeCorners(), kCubeFaces);
    int changes = 0;
    std::vector<Vec3> pinched = cubeCorners();
    pinched[7] = pinched[3];
    EXPECT_TRUE(isRefreshedAsBuilt(*mesh, pinched, changes));
    EXPECT_EQ(buildTopology(*mesh).weld[7], 3u);
    EXPECT_TRUE(isRefreshedAsBuilt(*mesh, cubeCorners(), changes));
    EXPECT_EQ(buildTopology(*mesh).weld[7], 7u);
    EXPECT_EQ(changes, 2);
}

TEST(MeshTopology, RefreshingHandlesAFaceThatLosesItsArea) {
    const auto mesh = meshOf(cubeCorners(), kCubeFaces);
    int changes = 0;
    std::vector<Vec3> collapsed = cubeCorners();
    collapsed[1] = Vec3(0.5, 0.5, 0);  // on the diagonal of its side
    EXPECT_TRUE(isRefreshedAsBuilt(*mesh, collapsed, changes));
    EXPECT_EQ(buildTopology(*mesh).degenerateFaces, 1u);
    EXPECT_TRUE(isRefreshedAsBuilt(*mesh, cubeCorners(), changes));
    EXPECT_EQ(buildTopology(*mesh).degenerateFaces, 0u);
    EXPECT_EQ(changes, 2);
}

}  // namespace
}  // namespace ricochet
