#include "algorithms/contact/placed_features.h"

#include <utility>

namespace ricochet {

PlacedFeatures::PlacedFeatures(const Placed& body, const MeshTopology& topology, FaceSet faces)
    : mesh_(&body.mesh()), topology_(&topology), pose_(body.pose), slots_(std::move(faces)) {
    faces_.reserve(slots_.size());
    slots_.forEach([&](Index face) {
        faces_.push_back({face, body.triangle(face), pose_.rotation * topology.normals[face]});
    });
}

PlacedEdge PlacedFeatures::placeEdge(Index e) const {
    const MeshTopology::Edge& edge = topology_->edges[e];
    return {e,
            place(pose_, mesh_->vertices()[edge.vertex0]),
            pose_.rotation * edge.direction,
            edge.length,
            pose_.rotation * edge.inward0,
            pose_.rotation * edge.inward1};
}

PlacedFace& PlacedFeatures::withFeatures(Index f) {
    PlacedFace& face = faces_[slots_.slotOf(f)];
    if (face.hasFeatures) return face;
    face.hasFeatures = true;
    face.vertexBegin = static_cast<Index>(vertices_.size());
    face.edgeBegin = static_cast<Index>(edges_.size());
    for (Index k = 0; k < 3; ++k) {
        const Index v = topology_->weld[mesh_->faces()[f][k]];
        if (topology_->vertexOwner[v] == f && topology_->isConvexVertex[v]) {
            vertices_.push_back({v, face.corners[k]});
        }
        const Index e = topology_->faceEdges[f][k];
        if (e != kNone && topology_->edgeOwner[e] == f && topology_->edges[e].dihedral == Dihedral::convex) {
            edges_.push_back(placeEdge(e));
        }
    }
    face.vertexEnd = static_cast<Index>(vertices_.size());
    face.edgeEnd = static_cast<Index>(edges_.size());
    return face;
}

}  // namespace ricochet
