#include "algorithms/swept/feature_owners.h"

#include <algorithm>

namespace ricochet {
namespace {

struct HalfEdge {
    Index low, high;  ///< vertices
    Index face;
    int corner;
    auto operator<=>(const HalfEdge&) const = default;
};

std::vector<HalfEdge> sortedHalfEdges(const Mesh& mesh) {
    std::vector<HalfEdge> edges;
    edges.reserve(3 * std::size_t{mesh.faceCount()});
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(mesh.faces()[f][static_cast<std::size_t>(k)],
                                                 mesh.faces()[f][static_cast<std::size_t>((k + 1) % 3)]);
            edges.push_back({low, high, f, k});
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

}  // namespace

FeatureOwners findOwners(const Mesh& mesh) {
    FeatureOwners owners{std::vector<std::uint8_t>(mesh.faceCount(), 0)};
    const auto add = [&](Index face, int bit) {
        owners.features[face] = static_cast<std::uint8_t>(owners.features[face] | 1 << bit);
    };
    std::vector<bool> isOwned(mesh.vertexCount(), false);
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const Index vertex = mesh.faces()[f][static_cast<std::size_t>(k)];
            if (!isOwned[vertex]) add(f, k);
            isOwned[vertex] = true;
        }
    }
    const HalfEdge* previous = nullptr;
    const std::vector<HalfEdge> edges = sortedHalfEdges(mesh);
    for (const HalfEdge& edge : edges) {
        const bool isKnown = previous && previous->low == edge.low && previous->high == edge.high;
        if (!isKnown) add(edge.face, 3 + edge.corner);
        previous = &edge;
    }
    return owners;
}

}  // namespace ricochet
