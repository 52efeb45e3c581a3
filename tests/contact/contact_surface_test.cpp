#include "algorithms/contact/contact.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ricochet::test {
namespace {

template <class Plain>
bool haveSameBytes(const Plain& a, const Plain& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

bool areEqual(const Mesh& mesh, const ContactSurface& a, const ContactSurface& b) {
    return *a.topology == *b.topology && a.boundaryEdges == b.boundaryEdges &&
           std::ranges::equal(packedFaces(a, mesh), packedFaces(b, mesh), haveSameBytes<PackedFace>) &&
           a.radius == b.radius && a.shells == b.shells && a.isSolid == b.isSolid;
}

/// Built for the mesh, and refreshed after its vertices have moved.
std::shared_ptr<const ContactSurface> refreshed(Mesh& mesh, const std::vector<Vec3>& vertices) {
    const auto before = buildContactSurface(mesh);
    EXPECT_GT(before->topology->edgeCount(), 0u);  // is made
    EXPECT_TRUE(mesh.setVertices(vertices));
    return refreshContactSurface(mesh, *before);
}

TEST(ContactSurface, RefreshingGivesTheBuiltResult) {
    Random random(5);
    const SharedMesh knot = knotMesh(30, 6), soup = soupMesh(random, 300), open = withoutFace(*knot, 9);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    for (const SharedMesh& mesh : {knot, soup, open, twoSided}) {
        for (Real distance : {1e-3, 0.1}) {
            const auto surface = refreshed(*mesh, shaken(random, *mesh, distance));
            EXPECT_TRUE(areEqual(*mesh, *surface, *buildContactSurface(*mesh)));
        }
    }
}

TEST(ContactSurface, IsTheSameOnAnyNumberOfThreads) {
    const SharedMesh torus = torusMesh(1, 0.4, 300, 100), open = withoutFace(*torus, 7);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    const auto threads = makeThreadExecutor(3);
    for (const SharedMesh& mesh : {torus, open, twoSided}) {
        const auto surface = buildContactSurface(*mesh, std::nullopt, std::nullopt, *threads);
        packedFaces(*surface, *mesh, *threads);
        EXPECT_TRUE(areEqual(*mesh, *surface, *buildContactSurface(*mesh)));
    }
}

TEST(ContactSurface, OfATwoSidedMeshIsThatOfItsFrontsWithBacks) {
    const SharedMesh open = withoutFace(*knotMesh(30, 6), 9);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    EXPECT_TRUE(areEqual(*twoSided, *buildContactSurface(*twoSided, surfaceBasis(*open)),
                         *buildContactSurface(*twoSided)));
}

TEST(ContactSurface, TakesAtMostOneHundredAndFiftyBytesPerTriangle) {
    const SharedMesh torus = torusMesh(1, 0.4, 200, 50);
    const auto surface = buildContactSurface(*torus);
    packedFaces(*surface, *torus);
    EXPECT_LE(bytesOf(*surface), 150 * std::size_t{torus->faceCount()});
}

TEST(ContactSurface, OfATwoSidedMeshTakesNoMoreThanThatOfItsFronts) {
    const SharedMesh open = withoutFace(*torusMesh(1, 0.4, 200, 50), 7);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    const auto ofFronts = buildContactSurface(*open), ofBoth = buildContactSurface(*twoSided);
    packedFaces(*ofFronts, *open);
    packedFaces(*ofBoth, *twoSided);
    EXPECT_EQ(bytesOf(*ofBoth), bytesOf(*ofFronts));
}

TEST(ContactSurface, IsPackedOnceByAnyNumberOfThreads) {
    const SharedMesh torus = torusMesh(1, 0.4, 60, 30);
    const auto surface = buildContactSurface(*torus);
    EXPECT_TRUE(surface->packed->faces.empty());
    std::array<const PackedFace*, 8> found{};
    makeThreadExecutor(4)->run(8, [&](Index i) { found[i] = packedFaces(*surface, *torus).data(); });
    for (const PackedFace* faces : found) EXPECT_EQ(faces, found[0]);
    EXPECT_EQ(surface->packed->faces.size(), torus->faceCount());
}

TEST(ContactSurface, ItsTopologyIsMadeWhenItIsNeeded) {
    const SharedMesh torus = torusMesh(1, 0.4, 60, 30), open = withoutFace(*torus, 7);
    for (const SharedMesh& mesh : {torus, open}) {
        const auto surface = buildContactSurface(*mesh), whole = buildContactSurface(*mesh);
        packedFaces(*whole, *mesh);
        EXPECT_EQ(surface->isSolid, mesh == torus);
        EXPECT_FALSE(surface->topology.isMade());
        EXPECT_LT(bytesOf(*surface), bytesOf(*whole) / 10);
        EXPECT_EQ(*surface->topology, buildTopology(*mesh));
        EXPECT_TRUE(areEqual(*mesh, *surface, *whole));
    }
}

TEST(ContactSurface, MayBeRefreshedBeforeItsTopologyIsMade) {
    Random random(6);
    const SharedMesh knot = knotMesh(30, 6);
    const auto before = buildContactSurface(*knot);
    ASSERT_TRUE(knot->setVertices(shaken(random, *knot, 0.1)).has_value());
    const auto refreshed = refreshContactSurface(*knot, *before);
    EXPECT_FALSE(refreshed->topology.isMade());
    EXPECT_TRUE(areEqual(*knot, *refreshed, *buildContactSurface(*knot)));
}

TEST(ContactSurface, RefreshedMirrorImageHasNoInside) {
    const SharedMesh ring = torusMesh(0.5, 0.2, 12, 6);
    EXPECT_TRUE(buildContactSurface(*ring)->isSolid);
    std::vector<Vec3> mirrored = ring->vertices();
    for (Vec3& v : mirrored) v.x() = -v.x();
    EXPECT_FALSE(refreshed(*ring, mirrored)->isSolid);
}

TEST(ContactSurface, RefreshedIsOpenIfUnsharedCornersSeparate) {
    const SharedMesh cube = unshared(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    EXPECT_TRUE(buildContactSurface(*cube)->isSolid);
    std::vector<Vec3> separated = cube->vertices();
    for (std::size_t i = 0; i < 3; ++i) separated[i].z() -= 0.5;
    EXPECT_FALSE(refreshed(*cube, separated)->isSolid);
}

}  // namespace
}  // namespace ricochet::test
