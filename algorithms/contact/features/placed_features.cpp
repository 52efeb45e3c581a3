#include "algorithms/contact/features/placed_features.h"

#include "algorithms/geometry/surface_directions.h"

namespace ricochet {
namespace {

constexpr std::size_t kExpected = 64;  // features of a body in a resting contact

}  // namespace

PlacedFeatures::PlacedFeatures(const Placed& body, const ContactSurface& surface)
    : mesh_(&body.mesh()), surface_(&surface), pose_(body.pose) {}

Index PlacedFeatures::enter(Index face) {
    const Index slot = slots_.insert(face);
    if (slot == faces_.size()) {
        if (slot == 0) faces_.reserve(kExpected);
        faces_.push_back(
            {face, place(pose_, mesh_->triangle(face)), pose_.rotation * unitNormal(*mesh_, face)});
    }
    return slot;
}

PlacedEdge PlacedFeatures::placeEdge(Index e) const {
    const EdgeDirections directions = directionsOf(*mesh_, topology(), e);
    return {e,
            place(pose_, mesh_->vertices()[topology().edge(e).vertex0]),
            pose_.rotation * directions.along,
            directions.length,
            pose_.rotation * directions.inward0,
            pose_.rotation * directions.inward1};
}

const PlacedEdge& PlacedFeatures::edgeOf(Index face, Index k) {
    const Index edge = topology().edgesOf(face)[k];
    const Index slot = edgeSlots_.insert(edge);
    if (slot == edges_.size()) {
        if (slot == 0) edges_.reserve(kExpected);
        edges_.push_back(placeEdge(edge));
    }
    return edges_[slot];
}

}  // namespace ricochet
