#include "algorithms/contact/features/placed_features.h"

#include "algorithms/geometry/surface_directions.h"

#include <utility>

namespace ricochet {
namespace {

constexpr std::size_t kExpected = 64;        // features of a body in a resting contact
constexpr std::size_t kMostSpare = 2;        // bodies of a pair
constexpr std::size_t kMostReused = 65'536;  // features whose memory is reused: some 10 MB

}  // namespace

std::vector<PlacedFeatures::Memory>& PlacedFeatures::spareMemory() {
    thread_local std::vector<Memory> spare;
    return spare;
}

PlacedFeatures::PlacedFeatures(const MeshInstance& body, const ContactSurface& surface)
    : mesh_(&body.mesh()), surface_(&surface), pose_(body.pose) {
    std::vector<Memory>& spare = spareMemory();
    spare.reserve(kMostSpare);  // so that the destructor needs no memory
    if (spare.empty()) return;
    memory_ = std::move(spare.back());
    spare.pop_back();
}

PlacedFeatures::~PlacedFeatures() {
    if (memory_.faces.capacity() > kMostReused || memory_.edges.capacity() > kMostReused) return;
    std::vector<Memory>& spare = spareMemory();
    if (spare.size() == spare.capacity()) return;
    memory_.slots.clear();
    memory_.edgeSlots.clear();
    memory_.faces.clear();
    memory_.edges.clear();
    spare.push_back(std::move(memory_));
}

Index PlacedFeatures::enter(Index face) {
    const Index slot = memory_.slots.insert(face);
    if (slot == memory_.faces.size()) {
        if (slot == 0) memory_.faces.reserve(kExpected);
        memory_.faces.push_back({face, transformTriangle(pose_, mesh_->triangle(face)),
                                 pose_.rotation * unitNormal(*mesh_, face)});
    }
    return slot;
}

PlacedEdge PlacedFeatures::placeEdge(Index e) const {
    const EdgeDirections directions = directionsOf(*mesh_, topology(), e);
    return {e,
            topology().edge(e).face0,
            transformPoint(pose_, mesh_->vertices()[topology().edge(e).vertex0]),
            pose_.rotation * directions.along,
            directions.length,
            pose_.rotation * directions.inward0,
            pose_.rotation * directions.inward1,
            pose_.rotation * directions.normal0,
            pose_.rotation * directions.normal1};
}

const PlacedEdge& PlacedFeatures::edgeOf(Index face, Index k) {
    const Index edge = topology().edgesOf(face)[k];
    const Index slot = memory_.edgeSlots.insert(edge);
    if (slot == memory_.edges.size()) {
        if (slot == 0) memory_.edges.reserve(kExpected);
        memory_.edges.push_back(placeEdge(edge));
    }
    return memory_.edges[slot];
}

}  // namespace ricochet
