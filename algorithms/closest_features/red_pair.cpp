#include "algorithms/closest_features/red_pair.h"

#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <array>

namespace ricochet::hull_then_faces {
namespace {

constexpr std::size_t kMostFaces = 64;   // of a feature, among which the nearest are chosen
constexpr std::size_t kTestedFaces = 4;  // of each feature: at most its square of exact tests

const HullModel& modelOf(const MeshInstance& placed) { return static_cast<const HullModel&>(*placed.model); }

/// Where an edge of `side` crosses the plane of a face of the other, in A's frame.
Vec3 crossing(const PlacedPair& pair, Index side, Index edgeIndex, Index faceIndex) {
    const Polytope& p = pair.shape(side);
    const Polytope::Edge& edge = p.edges[edgeIndex];
    const Polytope::Face& face = pair.shape(1 - side).faces[faceIndex];
    const Vec3 tail = pair.toOther(side, p.vertices[edge.tail]),
               head = pair.toOther(side, p.vertices[edge.head]);
    const Real atTail = heightAbove(face, tail), atHead = heightAbove(face, head);
    const Real share = atTail == atHead ? 0.5 : std::clamp<Real>(atTail / (atTail - atHead), 0, 1);
    const Vec3 there = tail + share * (head - tail);
    return side == 0 ? pair.fromB(there) : there;
}

/// Where two features meet, in A's frame; for two faces a corner.
Vec3 touchPoint(const PlacedPair& pair, const PolytopeFeatures& f) {
    for (Index side = 0; side < 2; ++side) {
        if (f[side].kind == PolytopePart::vertex) {
            const Vec3& vertex = pair.shape(side).vertices[f[side].index];
            return side == 0 ? vertex : pair.fromB(vertex);
        }
        if (f[side].kind == PolytopePart::edge && f[1 - side].kind == PolytopePart::face) {
            return crossing(pair, side, f[side].index, f[1 - side].index);
        }
    }
    if (haveWitnesses(f)) return findWitnesses(pair, f).onA;
    return pair.vertexOfA(vertexOf(pair.shape(0), f[0]));
}

/// The faces whose boxes are nearest to a point of the mesh's frame.
class NearestFaces {
public:
    NearestFaces(const Mesh& mesh, std::span<const Index> faces, const Vec3& point) {
        for (const Index face : faces) {
            insert(face, squaredDistance(boxOf(mesh.triangle(face)), Aabb{point, point}));
        }
    }
    std::span<const Index> faces() const { return {faces_.data(), count_}; }

private:
    void insert(Index face, Real distance2) {
        std::size_t at = count_;
        while (at > 0 && distances_[at - 1] > distance2) --at;
        if (at == kTestedFaces) return;
        count_ = std::min(count_ + 1, kTestedFaces);
        for (std::size_t i = count_ - 1; i > at; --i) {
            faces_[i] = faces_[i - 1], distances_[i] = distances_[i - 1];
        }
        faces_[at] = face, distances_[at] = distance2;
    }

    std::array<Index, kTestedFaces> faces_{};
    std::array<Real, kTestedFaces> distances_{};
    std::size_t count_ = 0;
};

}  // namespace

bool meet(const MeshInstance& a, const MeshInstance& b, const FacePair& pair, Counters& counters) {
    ++counters.triangleTests;
    return intersects(a.triangle(pair.faceA), b.triangle(pair.faceB));
}

std::optional<FacePair> findRedPair(const MeshInstance& a, const MeshInstance& b, HullMemory& memory,
                                    Counters& counters) {
    if (!memory.features.hasFeatures || !memory.ofRed.isOver()) return std::nullopt;
    const HullModel &modelA = modelOf(a), &modelB = modelOf(b);
    const PolytopeFeatures& features = memory.features.features;
    const auto redA = modelA.colours().modelFaces(features[0]);
    const auto redB = modelB.colours().modelFaces(features[1]);
    const bool isRed = !redA.empty() && !redB.empty();
    if (!isRed || redA.size() > kMostFaces || redB.size() > kMostFaces) return std::nullopt;
    const PlacedPair pair(*modelA.hull(), a.pose, *modelB.hull(), b.pose);
    const Vec3 point = touchPoint(pair, features);
    const NearestFaces facesA(modelA.mesh(), redA, point);
    const NearestFaces facesB(modelB.mesh(), redB, pair.toOther(0, point));
    for (const Index faceA : facesA.faces()) {
        for (const Index faceB : facesB.faces()) {
            if (!meet(a, b, {faceA, faceB}, counters)) continue;
            memory.ofRed.reset();
            return FacePair{faceA, faceB};
        }
    }
    memory.ofRed.noteFailure();
    return std::nullopt;
}

}  // namespace ricochet::hull_then_faces
