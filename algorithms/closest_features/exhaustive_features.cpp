#include "algorithms/closest_features/exhaustive_features.h"

#include "algorithms/closest_features/line_pair.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ricochet {
namespace {

class FeatureSearch {
public:
    explicit FeatureSearch(const PlacedPair& pair) : pair_(pair) {}

    PolytopeFeatures run() {
        for (Index side = 0; side < 2; ++side) searchVertices(side);
        for (Index a = 0; a < pair_.shape(0).edges.size(); ++a) {
            for (Index b = 0; b < pair_.shape(1).edges.size(); ++b) {
                const LinePair lines = closestOnEdges(pair_, a, b);
                if (!isInEdge(lines.along[0], 0, a) || !isInEdge(lines.along[1], 1, b)) continue;
                consider((lines.onA - lines.onB).squaredNorm(),
                         {Feature{PolytopePart::edge, a}, Feature{PolytopePart::edge, b}});
            }
        }
        return best_;
    }

private:
    void consider(Real distance2, const PolytopeFeatures& features) {
        if (distance2 < least_) least_ = distance2, best_ = features;
    }

    /// At an end the vertex is nearest instead.
    bool isInEdge(Real along, Index side, Index edge) const {
        return along > 0 && along < pair_.shape(side).edges[edge].length;
    }

    /// Compares the vertices of `side` with all features of the other.
    void searchVertices(Index side) {
        const Polytope &p = pair_.shape(side), &q = pair_.shape(1 - side);
        const auto pairOf = [&](Index vertex, Feature other) {
            const Feature own{PolytopePart::vertex, vertex};
            return side == 0 ? PolytopeFeatures{own, other} : PolytopeFeatures{other, own};
        };
        for (Index v = 0; v < p.vertices.size(); ++v) {
            const Vec3 point = pair_.toOther(side, p.vertices[v]);
            for (Index w = 0; w < q.vertices.size(); ++w) {
                consider((point - q.vertices[w]).squaredNorm(), pairOf(v, {PolytopePart::vertex, w}));
            }
            for (Index e = 0; e < q.edges.size(); ++e) {
                consider(distance2ToEdge(q, q.edges[e], point), pairOf(v, {PolytopePart::edge, e}));
            }
            for (Index f = 0; f < q.faces.size(); ++f) {
                if (const auto distance2 = distance2ToFace(q, f, point)) {
                    consider(*distance2, pairOf(v, {PolytopePart::face, f}));
                }
            }
        }
    }

    static Real distance2ToEdge(const Polytope& q, const Polytope::Edge& edge, const Vec3& point) {
        const Vec3 arm = point - q.vertices[edge.tail];
        const Real along = std::clamp(edge.direction.dot(arm), Real{0}, edge.length);
        return (arm - along * edge.direction).squaredNorm();
    }

    static std::optional<Real> distance2ToFace(const Polytope& q, Index face, const Vec3& point) {
        const Polytope::Face& f = q.faces[face];
        if (f.isThin) return (closestOnThinFace(q, face, point) - point).squaredNorm();
        const Real height = heightAbove(f, point);
        return liesOver(q, face, point) ? std::optional(height * height) : std::nullopt;
    }

    static bool liesOver(const Polytope& q, Index face, const Vec3& point) {
        return std::ranges::all_of(q.sidesOf(face), [&](Index side) {
            const Polytope::Edge& edge = q.edges[side];
            return tangentInto(edge, face).dot(point - q.vertices[edge.tail]) >= 0;
        });
    }

    const PlacedPair& pair_;
    Real least_ = std::numeric_limits<Real>::infinity();
    PolytopeFeatures best_{};
};

}  // namespace

PolytopeFeatures exhaustiveFeatures(const PlacedPair& pair) { return FeatureSearch(pair).run(); }

}  // namespace ricochet
