#include "algorithms/contact/placed_features.h"

namespace ricochet {

PlacedFeatures::PlacedFeatures(const Placed& body, const ContactSurface& surface)
    : mesh_(&body.mesh()), surface_(&surface), pose_(body.pose) {}

Index PlacedFeatures::enter(Index face) {
    const Index slot = slots_.insert(face);
    if (slot == faces_.size()) {
        faces_.push_back(
            {face, place(pose_, mesh_->triangle(face)), pose_.rotation * topology().normals[face]});
    }
    return slot;
}

PlacedEdge PlacedFeatures::placeEdge(Index e) const {
    const MeshTopology::Edge& edge = topology().edges[e];
    return {e,
            place(pose_, mesh_->vertices()[edge.vertex0]),
            pose_.rotation * edge.direction,
            edge.length,
            pose_.rotation * edge.inward0,
            pose_.rotation * edge.inward1};
}

const PlacedFace& PlacedFeatures::withEdgesAt(Index slot) {
    PlacedFace& face = faces_[slot];
    if (face.edgeBegin != kNone) return face;
    face.edgeBegin = static_cast<Index>(edges_.size());
    for (Index e : topology().faceEdges[face.face]) {
        const bool isConvex = e != kNone && topology().edges[e].dihedral == Dihedral::convex;
        if (isConvex && topology().edgeOwner[e] == face.face) edges_.push_back(placeEdge(e));
    }
    face.edgeEnd = static_cast<Index>(edges_.size());
    return face;
}

}  // namespace ricochet
