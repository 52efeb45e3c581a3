#include "algorithms/geometry/surface_directions.h"

#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// The corner of a face that is not on an edge of it.
Vec3 cornerBeside(const Mesh& mesh, const MeshTopology& topology, Index face, Index e) {
    const MeshTopology::Edge edge = topology.edge(e);
    for (const Index v : mesh.face(face)) {
        if (topology.weld[v] != edge.vertex0 && topology.weld[v] != edge.vertex1) return mesh.vertices()[v];
    }
    return Vec3::Zero();
}

void expectTangent(const Vec3& inward, const Vec3& along, const Vec3& normal, const Vec3& towards) {
    EXPECT_NEAR(inward.norm(), 1, 1e-9);
    EXPECT_NEAR(inward.dot(along), 0, 1e-9);
    EXPECT_NEAR(inward.dot(normal), 0, 1e-9);
    EXPECT_GT(inward.dot(towards), 0);
}

TEST(SurfaceDirections, TangentsArePerpendicularToTheEdgeAndPointIntoTheirFaces) {
    const SharedMesh knot = test::knotMesh(40, 7);
    const SharedMesh open = withoutFace(*knot, 5);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    for (const SharedMesh& mesh : {knot, unshared(*knot), twoSided}) {
        const MeshTopology topology = buildTopology(*mesh);
        for (Index e = 0; e < topology.edgeCount(); ++e) {
            const MeshTopology::Edge edge = topology.edge(e);
            const EdgeDirections directions = directionsOf(*mesh, topology, e);
            const Vec3& begin = mesh->vertices()[edge.vertex0];
            EXPECT_LT((begin + directions.length * directions.along - mesh->vertices()[edge.vertex1]).norm(),
                      1e-12);
            for (const Index face : {edge.face0, edge.face1}) {
                if (face == kNone) continue;
                const Vec3& inward = face == edge.face0 ? directions.inward0 : directions.inward1;
                expectTangent(inward, directions.along, unitNormal(*mesh, face),
                              cornerBeside(*mesh, topology, face, e) - begin);
            }
        }
    }
}

TEST(SurfaceDirections, OnABoundaryEdgeBothTangentsAreThoseOfTheOneFace) {
    const SharedMesh one = makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, {{0, 1, 2}});
    const MeshTopology topology = buildTopology(*one);
    for (Index e = 0; e < 3; ++e) {
        const EdgeDirections directions = directionsOf(*one, topology, e);
        EXPECT_EQ(directions.inward0, directions.inward1);
    }
}

/// The second strip's vertices lie in the middle of the first one's edge, at x = 1, and its other side is
/// lower.
TEST(SurfaceDirections, AcrossASplitEdgeTheTangentIsThatOfTheFaceAlongIt) {
    const SharedMesh strips =
        makeMesh({{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {1, 1, 0}, {2, 0, -1}, {2, 2, -1}},
                 {{0, 1, 2}, {0, 2, 3}, {1, 5, 4}, {4, 5, 6}, {4, 6, 2}});
    const MeshTopology topology = buildTopology(*strips);
    ASSERT_EQ(topology.splits.size(), 3u);
    const Vec3 down = Vec3(1, 0, -1).normalized();
    for (const MeshTopology::Split& split : topology.splits) {
        const MeshTopology::Edge& edge = topology.edges[split.edge];
        const EdgeDirections directions = directionsOf(*strips, topology, split.edge);
        const bool isOfLower = edge.face0 >= 2;
        EXPECT_LT((directions.inward0 - (isOfLower ? down : Vec3(-Vec3::UnitX()))).norm(), 1e-12);
        EXPECT_LT((directions.inward1 - (isOfLower ? Vec3(-Vec3::UnitX()) : down)).norm(), 1e-12);
    }
}

TEST(SurfaceDirections, TheNormalOfADegenerateFaceIsZero) {
    const SharedMesh mesh =
        makeMesh({{0, 0, 0}, {1, 0, 0}, {2, 1e-14, 0}, {0, 0, 3}}, {{0, 1, 2}, {1, 1, 3}, {0, 1, 3}});
    EXPECT_TRUE(unitNormal(*mesh, 0).isZero(0));
    EXPECT_TRUE(unitNormal(*mesh, 1).isZero(0));
    EXPECT_EQ(unitNormal(*mesh, 2), Vec3(0, -1, 0));
}

TEST(SurfaceDirections, FromAVertexLeadsToItsNeighbour) {
    const SharedMesh knot = test::knotMesh(20, 5);
    const MeshTopology topology = buildTopology(*knot);
    for (Index v = 0; v < knot->vertexCount(); ++v) {
        for (const Index neighbour : topology.ringOf(v)) {
            const Vec3 displacement = knot->vertices()[neighbour] - knot->vertices()[v];
            EXPECT_LT((directionBetween(*knot, v, neighbour) * displacement.norm() - displacement).norm(),
                      1e-12);
        }
    }
}

}  // namespace
}  // namespace ricochet
