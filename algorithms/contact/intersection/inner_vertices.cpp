#include "algorithms/contact/intersection/inner_vertices.h"

#include "algorithms/geometry/scratch.h"

#include <algorithm>

namespace ricochet {
namespace {

// With more than one vertex in this many inside, an array over all vertices beats a hash table.
constexpr std::size_t kDense = 32;

}  // namespace

InnerVertices::InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                             bool isInFront)
    : body_(body) {
    isInside_.reserve(std::min<std::size_t>(crossings.size(), kDense));
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Crossing& c = crossings[i];
        if (c.isEdgeOfA != isA) continue;
        const MeshTopology::Edge edge = body.topology().edge(c.edge);
        const auto isSameEdge = [&](std::size_t j) {
            return j < crossings.size() && crossings[j].isEdgeOfA == isA && crossings[j].edge == c.edge;
        };
        if (i == 0 || !isSameEdge(i - 1)) markSide(edge.vertex0, c.entersFront == isInFront);
        if (!isSameEdge(i + 1)) markSide(edge.vertex1, c.entersFront != isInFront);
    }
}

ScratchVector<Index> InnerVertices::piecesAt(std::span<const Index> faces) {
    ScratchVector<Index> found;
    for (Index face : faces) {
        for (Index corner : body_.mesh().face(face)) {
            const Index vertex = body_.topology().weld[corner];
            if (!isInside(vertex).value_or(false)) continue;
            const Index known = pieceOf(vertex);
            found.push_back(known == kNone ? flood(vertex) : known);
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

ScratchVector<Vec3> InnerVertices::positions(std::span<const Index> pieces) const {
    ScratchVector<Vec3> positions;
    for (Index piece : pieces) {
        for (Index v : pieces_[piece])
            positions.push_back(transformPoint(body_.pose(), body_.mesh().vertices()[v]));
    }
    return positions;
}

ScratchVector<Index> InnerVertices::facesAt(std::span<const Index> faces,
                                            std::span<const Index> pieces) const {
    ScratchVector<Index> found(faces.begin(), faces.end());
    if (pieces.empty()) return found;
    const MeshTopology& topology = body_.topology();
    IndexSlots seen;
    for (Index face : faces) seen.insert(face);
    const auto isInner = [&](Index vertex) { return std::ranges::binary_search(pieces, pieceOf(vertex)); };
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (Index e : topology.edgesOf(found[i])) {
            if (e == kNone) continue;
            const MeshTopology::Edge edge = topology.edge(e);
            const Index next = edge.face0 == found[i] ? edge.face1 : edge.face0;
            if (next == kNone || !(isInner(edge.vertex0) || isInner(edge.vertex1))) continue;
            if (seen.insert(next) == found.size()) found.push_back(next);
        }
    }
    return found;
}

void InnerVertices::markSide(Index vertex, bool isInside) {
    const Index slot = slots_.insert(vertex);
    if (slot == isInside_.size()) isInside_.push_back(isInside);
    isInside_[slot] = isInside;
}

void InnerVertices::enter(Index vertex, Index piece) {
    pieces_[piece].push_back(vertex);
    if (!pieceOfVertex_.empty()) {
        pieceOfVertex_[vertex] = piece;
        return;
    }
    flooded_.insert(vertex);
    pieceOfSlot_.push_back(piece);
    if (kDense * pieceOfSlot_.size() < body_.mesh().vertexCount()) return;
    pieceOfVertex_.resize(body_.mesh().vertexCount(), kNone);
    for (Index p = 0; p < pieces_.size(); ++p) {
        for (Index v : pieces_[p]) pieceOfVertex_[v] = p;
    }
}

Index InnerVertices::flood(Index seed) {
    const auto piece = static_cast<Index>(pieces_.size());
    pieces_.emplace_back();
    enter(seed, piece);
    for (std::size_t i = 0; i < pieces_[piece].size(); ++i) {
        for (Index neighbour : body_.topology().ringOf(pieces_[piece][i])) {
            if (pieceOf(neighbour) == kNone && isInside(neighbour).value_or(true)) {
                enter(neighbour, piece);
            }
        }
    }
    return piece;
}

}  // namespace ricochet
