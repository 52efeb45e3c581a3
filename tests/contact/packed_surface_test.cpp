#include "algorithms/contact/surface/packed_surface.h"

#include "algorithms/contact/surface/contact_surface.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace ricochet::test {
namespace {

SharedMesh largeMesh() { return torusMesh(1, 0.4, 100, 60); }  // 12,000 faces
SharedMesh largeTwoSidedMesh() {
    const SharedMesh torus = largeMesh();
    return *Mesh::createTwoSided(torus->vertices(), torus->faces());
}

bool haveSameBits(const PackedFace& a, const PackedFace& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// A face, and the faces across the edges that it owns: what the filter reads.
std::vector<Index> withNeighbours(const MeshTopology& topology, Index front) {
    std::vector<Index> faces = {front};
    for (const Index e : topology.faceEdges[front]) {
        if (topology.edges[e].face0 == front) faces.push_back(topology.edges[e].face1);
    }
    return faces;
}

TEST(PackedSurface, BlocksOfAPairsFacesAreAsIfAllWerePacked) {
    for (const SharedMesh& mesh : {largeMesh(), largeTwoSidedMesh()}) {
        const auto whole = buildContactSurface(*mesh), onDemand = buildContactSurface(*mesh);
        const PlainVector<PackedFace>& expected = packedFaces(*whole, *mesh);
        EXPECT_EQ(whole->packed->packedFronts(), mesh->frontCount());
        const FacePairs pairs = {{5, 1}, {mesh->faceCount() - 3000, 2}};
        const auto faces = packedFaces(*onDemand, *mesh, pairs, &FacePair::faceA);
        EXPECT_LT(onDemand->packed->packedFronts(), mesh->frontCount() / 10);
        for (const FacePair& pair : pairs) {
            for (const Index face : withNeighbours(*onDemand->topology, pair.faceA % mesh->frontCount())) {
                EXPECT_TRUE(haveSameBits(faces[face], expected[face])) << face;
            }
        }

        const PlainVector<PackedFace>& all = packedFaces(*onDemand, *mesh);
        EXPECT_EQ(all.data(), faces.data());
        for (Index face = 0; face < mesh->frontCount(); ++face) {
            EXPECT_TRUE(haveSameBits(all[face], expected[face])) << face;
        }
        EXPECT_EQ(bytesOf(*onDemand), bytesOf(*whole));
    }
}

TEST(PackedSurface, IsCompleteOnceEachFaceWasInAPair) {
    const SharedMesh mesh = largeMesh();
    const auto surface = buildContactSurface(*mesh), whole = buildContactSurface(*mesh);
    FacePairs pairs;
    for (Index face = 0; face < mesh->faceCount(); ++face) pairs.push_back({0, face});
    packedFaces(*surface, *mesh, pairs, &FacePair::faceB);
    EXPECT_EQ(surface->packed->packedFronts(), mesh->faceCount());
    packedFaces(*whole, *mesh);
    EXPECT_EQ(bytesOf(*surface), bytesOf(*whole));
}

TEST(PackedSurface, ASmallMeshIsPackedAtOnce) {
    const SharedMesh mesh = torusMesh(1, 0.4, 40, 20);
    const auto surface = buildContactSurface(*mesh);
    packedFaces(*surface, *mesh, {}, &FacePair::faceA);
    EXPECT_EQ(surface->packed->packedFronts(), mesh->faceCount());
}

TEST(PackedSurface, BlocksArePackedOnceByAnyNumberOfThreads) {
    const SharedMesh mesh = largeMesh();
    const auto surface = buildContactSurface(*mesh), whole = buildContactSurface(*mesh);
    std::array<std::span<const PackedFace>, 16> found;
    makeThreadExecutor(4)->run(16, [&](Index i) {
        const FacePairs pairs = {{300 * (i / 2), 0}, {300 * (i / 3), 0}};
        found[i] = packedFaces(*surface, *mesh, pairs, &FacePair::faceA);
    });
    const PlainVector<PackedFace>& expected = packedFaces(*whole, *mesh);
    for (Index i = 0; i < 16; ++i) {
        EXPECT_EQ(found[i].data(), found[0].data());
        EXPECT_TRUE(haveSameBits(found[i][300 * (i / 2)], expected[300 * (i / 2)]));
    }
    EXPECT_LT(surface->packed->packedFronts(), mesh->faceCount());
}

}  // namespace
}  // namespace ricochet::test
