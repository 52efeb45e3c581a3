#include "algorithms/contact/features/placed_features.h"

namespace ricochet {
namespace {

constexpr std::size_t kExpected = 64;  // features of a body that take part in a resting contact

}  // namespace

PlacedFeatures::PlacedFeatures(const Placed& body, const ContactSurface& surface)
    : mesh_(&body.mesh()), surface_(&surface), pose_(body.pose) {}

Index PlacedFeatures::enter(Index face) {
    const Index slot = slots_.insert(face);
    if (slot == faces_.size()) {
        if (slot == 0) faces_.reserve(kExpected);
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

const PlacedEdge& PlacedFeatures::edgeOf(Index face, Index k) {
    const Index edge = topology().faceEdges[face][k];
    const Index slot = edgeSlots_.insert(edge);
    if (slot == edges_.size()) {
        if (slot == 0) edges_.reserve(kExpected);
        edges_.push_back(placeEdge(edge));
    }
    return edges_[slot];
}

}  // namespace ricochet
