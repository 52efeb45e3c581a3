#include "algorithms/contact/inner_vertices.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr std::size_t kMostPatchVertices = 2000;  // more do not sharpen the depth

}  // namespace

InnerVertices::InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                             Inside inside)
    : body_(body) {
    const bool isBehind = inside == Inside::behindFaces;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Crossing& c = crossings[i];
        if (c.isEdgeOfA != isA) continue;
        const MeshTopology::Edge& edge = body.topology().edges[c.edge];
        const auto isSameEdge = [&](std::size_t j) {
            return j < crossings.size() && crossings[j].isEdgeOfA == isA && crossings[j].edge == c.edge;
        };
        if (i == 0 || !isSameEdge(i - 1)) note(edge.vertex0, c.entersFront != isBehind);
        if (!isSameEdge(i + 1)) note(edge.vertex1, c.entersFront == isBehind);
    }
}

std::vector<Index> InnerVertices::patchAt(std::span<const Index> faces) const {
    std::vector<Index> patch;
    IndexSlots seen;
    const auto enter = [&](Index vertex) {
        if (patch.size() >= kMostPatchVertices) return;
        if (seen.insert(vertex) == patch.size()) patch.push_back(vertex);
    };
    for (Index face : faces) {
        for (Index corner : body_.mesh().faces()[face]) {
            const Index vertex = body_.topology().weld[corner];
            if (sideOf(vertex) == KnownSide::inside) enter(vertex);
        }
    }
    for (std::size_t i = 0; i < patch.size(); ++i) {
        for (Index neighbour : body_.topology().ringOf(patch[i])) {
            if (sideOf(neighbour) != KnownSide::outside) enter(neighbour);
        }
    }
    std::ranges::sort(patch);
    return patch;
}

std::vector<Vec3> InnerVertices::positionsOf(std::span<const Index> vertices) const {
    std::vector<Vec3> positions(vertices.size());
    std::ranges::transform(vertices, positions.begin(),
                           [&](Index v) { return place(body_.pose(), body_.mesh().vertices()[v]); });
    return positions;
}

void InnerVertices::note(Index vertex, bool isInside) {
    const Index slot = slots_.insert(vertex);
    if (slot == sides_.size()) sides_.emplace_back();
    sides_[slot] = isInside ? KnownSide::inside : KnownSide::outside;
}

}  // namespace ricochet
