#include "algorithms/closest_features/polytope_faces.h"

#include "algorithms/geometry/convex_hull.h"
#include "algorithms/geometry/degenerate_faces.h"
#include "algorithms/geometry/predicates.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace ricochet {
namespace {

struct HalfEdge {
    Index from, to;
    Index face;
    auto operator<=>(const HalfEdge&) const = default;
};

/// The triangles of a hull, and which of them lie in one plane with a neighbour.
class FlatRegions {
public:
    FlatRegions(std::span<const Vec3> points, const std::vector<Face>& faces)
        : points_(points), faces_(faces), parent_(faces.size()) {
        std::iota(parent_.begin(), parent_.end(), Index{0});
        for (Index f = 0; f < faces.size(); ++f) {
            for (Index k = 0; k < 3; ++k) halfEdges_.push_back({faces[f][k], faces[f][(k + 1) % 3], f});
        }
        std::sort(halfEdges_.begin(), halfEdges_.end());
        for (const HalfEdge& edge : halfEdges_) joinAcross(edge);
    }

    /// The outlines of all regions, without corners at which a side runs straight on.
    std::vector<HullPolygon> outlines() {
        std::vector<HalfEdge> outer;
        std::vector<Index> regionsAt(points_.size(), 0);
        for (const HalfEdge& edge : halfEdges_) {
            const Index region = rootOf(edge.face);
            if (rootOf(twin(edge).face) == region) continue;
            outer.push_back({region, edge.from, edge.to});
            ++regionsAt[edge.from];
        }
        std::sort(outer.begin(), outer.end());
        return collect(outer, regionsAt);
    }

private:
    Index rootOf(Index face) {
        while (parent_[face] != face) face = parent_[face] = parent_[parent_[face]];
        return face;
    }

    const HalfEdge& twin(const HalfEdge& edge) const {
        return *std::lower_bound(halfEdges_.begin(), halfEdges_.end(), HalfEdge{edge.to, edge.from, 0});
    }

    void joinAcross(const HalfEdge& edge) {
        if (edge.from > edge.to) return;
        const Face& here = faces_[edge.face];
        const Index beyond = twin(edge).face;
        for (const Index corner : faces_[beyond]) {
            if (orient3d(points_[here[0]], points_[here[1]], points_[here[2]], points_[corner]) != 0) return;
        }
        parent_[rootOf(edge.face)] = rootOf(beyond);
    }

    /// `outer` contains region, from, to; a region has one outline, which passes each corner once.
    static std::vector<HullPolygon> collect(const std::vector<HalfEdge>& outer,
                                            const std::vector<Index>& regionsAt) {
        std::vector<HullPolygon> polygons;
        for (std::size_t begin = 0, end = 0; begin < outer.size(); begin = end) {
            while (end < outer.size() && outer[end].from == outer[begin].from) ++end;
            const std::span from(outer.data() + begin, end - begin);
            HullPolygon polygon;
            const Index start = outer[begin].to;
            Index corner = start;
            do {
                if (regionsAt[corner] > 2) polygon.push_back(corner);
                corner =
                    std::lower_bound(from.begin(), from.end(), HalfEdge{outer[begin].from, corner, 0})->face;
            } while (corner != start);
            polygons.push_back(std::move(polygon));
        }
        return polygons;
    }

    std::span<const Vec3> points_;
    const std::vector<Face>& faces_;
    std::vector<HalfEdge> halfEdges_;
    std::vector<Index> parent_;
};

bool isBefore(const Vec3& p, const Vec3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
}

/// Three points that span a plane, if there are any.
std::optional<Face> spanningFace(std::span<const Vec3> points, Index first, Index last) {
    std::optional<Face> best;
    Real maximum = 0;
    for (Index i = 0; i < points.size(); ++i) {
        const Real area = (points[last] - points[first]).cross(points[i] - points[first]).squaredNorm();
        if ((best && area <= maximum) || isDegenerate({points[first], points[last], points[i]})) continue;
        best = Face{first, last, i};
        maximum = area;
    }
    return best;
}

/// Andrew. Another Efficient Algorithm for Convex Hulls in Two Dimensions. 1979.
HullPolygon polygonOutline(std::span<const Vec3> points, const Face& plane) {
    const PlaneThrough through(points[plane[0]], points[plane[1]], points[plane[2]]);
    int dropped = 0;
    through.normal().cwiseAbs().maxCoeff(&dropped);
    const auto flat = [&](Index i) { return project(points[i], dropped); };
    std::vector<Index> order(points.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index i, Index j) {
        const Vec2 p = flat(i), q = flat(j);
        return p.x() != q.x() ? p.x() < q.x() : p.y() != q.y() ? p.y() < q.y() : i < j;
    });
    HullPolygon outline;
    const auto addChain = [&](auto begin, auto end) {
        const std::size_t fixed = outline.size();
        for (auto at = begin; at != end; ++at) {
            while (outline.size() >= fixed + 2 &&
                   orient2d(flat(outline[outline.size() - 2]), flat(outline.back()), flat(*at)) <= 0) {
                outline.pop_back();
            }
            outline.push_back(*at);
        }
        outline.pop_back();
    };
    addChain(order.begin(), order.end());
    addChain(order.rbegin(), order.rend());
    return outline;
}

HullFaces flatFaces(std::span<const Vec3> points) {
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), isBefore);
    const Index first = static_cast<Index>(low - points.begin());
    const Index last = static_cast<Index>(high - points.begin());
    if (*low == *high) return {0, {}, {first}};
    const auto plane = spanningFace(points, first, last);
    if (!plane) return {1, {}, {first, last}};
    HullPolygon front = polygonOutline(points, *plane);
    HullPolygon back(front.rbegin(), front.rend());
    return {2, {std::move(front), std::move(back)}, {}};
}

}  // namespace

HullFaces hullFaces(std::span<const Vec3> points) {
    const ConvexHull hull = convexHull(points);
    if (hull.isEmpty()) return flatFaces(points);
    return {3, FlatRegions(points, hull.faces).outlines(), {}};
}

}  // namespace ricochet
