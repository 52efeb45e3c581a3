#include "algorithms/contact/placed_features.h"

#include <algorithm>

namespace ricochet {
namespace {

PlacedEdge placeEdge(const Mesh& mesh, const MeshTopology& topology, const Pose& pose, Index e) {
    const MeshTopology::Edge& edge = topology.edges[e];
    return {e,
            place(pose, mesh.vertices()[edge.vertex0]),
            pose.rotation * edge.direction,
            edge.length,
            pose.rotation * edge.inward0,
            pose.rotation * edge.inward1};
}

}  // namespace

Index PlacedFeatures::slotOf(Index face) const {
    return static_cast<Index>(std::ranges::lower_bound(faces, face, {}, &PlacedFace::face) - faces.begin());
}

PlacedFeatures placeFeatures(const Placed& body, const MeshTopology& topology, std::span<const Index> faces) {
    PlacedFeatures placed;
    placed.mesh = &body.mesh();
    placed.topology = &topology;
    placed.pose = body.pose;
    placed.faces.reserve(faces.size());
    const Mesh& mesh = body.mesh();
    for (Index f : faces) {
        PlacedFace face;
        face.face = f;
        face.corners = body.triangle(f);
        face.normal = body.pose.rotation * topology.normals[f];
        face.vertexBegin = static_cast<Index>(placed.vertices.size());
        face.edgeBegin = static_cast<Index>(placed.edges.size());
        for (Index k = 0; k < 3; ++k) {
            const Index v = topology.weld[mesh.faces()[f][k]];
            if (topology.vertexOwner[v] == f && topology.isConvexVertex[v]) {
                placed.vertices.push_back({v, face.corners[k]});
            }
            const Index e = topology.faceEdges[f][k];
            if (e != kNone && topology.edgeOwner[e] == f && topology.edges[e].dihedral == Dihedral::convex) {
                placed.edges.push_back(placeEdge(mesh, topology, body.pose, e));
            }
        }
        face.vertexEnd = static_cast<Index>(placed.vertices.size());
        face.edgeEnd = static_cast<Index>(placed.edges.size());
        placed.faces.push_back(face);
    }
    return placed;
}

}  // namespace ricochet
