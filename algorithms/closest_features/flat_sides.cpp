#include "algorithms/closest_features/flat_sides.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace ricochet {
namespace {

constexpr Real kSamePlane = 1e-4;     // of the radius: points nearer to a plane lie in it
constexpr Real kSameFlatSide = 0.95;  // cosine: a thin body's edge does not belong to its top

/// A vertex in the plane of a side.
struct PlanePoint {
    Real u, v;
    Index vertex;
};

Real turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

/// Andrew's monotone chain, counter-clockwise.
std::vector<PlanePoint> planarHull(std::vector<PlanePoint> points) {
    std::ranges::sort(points, {}, [](const PlanePoint& p) { return std::pair(p.u, p.v); });
    std::vector<PlanePoint> hull;
    const auto addChain = [&](auto begin, auto end) {
        const std::size_t start = hull.size();
        for (auto p = begin; p != end; ++p) {
            while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), *p) <= 0)
                hull.pop_back();
            hull.push_back(*p);
        }
        hull.pop_back();
    };
    addChain(points.begin(), points.end());
    addChain(points.rbegin(), points.rend());
    return hull;
}

std::vector<PlanePoint> cutDown(const std::vector<PlanePoint>& polygon) {
    if (polygon.size() <= kMostCorners) return polygon;
    std::vector<PlanePoint> selected;
    for (Index k = 0; k < kMostCorners; ++k) {
        const Real angle = 2 * std::numbers::pi * k / kMostCorners;
        const Real u = std::cos(angle), v = std::sin(angle);
        const PlanePoint& farthest =
            *std::ranges::max_element(polygon, {}, [&](const PlanePoint& p) { return u * p.u + v * p.v; });
        const bool isKnown = !selected.empty() && (selected.back().vertex == farthest.vertex ||
                                                   selected[0].vertex == farthest.vertex);
        if (!isKnown) selected.push_back(farthest);
    }
    return selected;
}

class SideBuilder {
public:
    explicit SideBuilder(const Polytope& polytope) : polytope_(polytope) {}

    FlatSides build() {
        out_.sideOfFace.assign(polytope_.faces.size(), kNone);
        for (const Index face : largestFirst()) {
            if (out_.sideOfFace[face] == kNone) addSide(face);
        }
        return std::move(out_);
    }

private:
    std::vector<Index> largestFirst() const {
        std::vector<Real> areas(polytope_.faces.size());
        std::ranges::transform(polytope_.faces, areas.begin(), [&](const Polytope::Face& face) {
            const Vec3& base = polytope_.vertices[face.corners[0]];
            return (polytope_.vertices[face.corners[1]] - base)
                .cross(polytope_.vertices[face.corners[2]] - base)
                .squaredNorm();
        });
        std::vector<Index> order(areas.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::ranges::stable_sort(order, [&](Index f, Index g) { return areas[f] > areas[g]; });
        return order;
    }

    void addSide(Index seed) {
        const Index side = static_cast<Index>(out_.sides.size());
        out_.sideOfFace[seed] = side;
        std::vector<Index> region = {seed};
        for (std::size_t i = 0; i < region.size(); ++i) {
            for (const Index edge : polytope_.sidesOf(region[i])) {
                const Polytope::Edge& e = polytope_.edges[edge];
                const Index next = e.left == region[i] ? e.right : e.left;
                if (out_.sideOfFace[next] != kNone || !liesInPlane(seed, next)) continue;
                out_.sideOfFace[next] = side;
                region.push_back(next);
            }
        }
        addCorners(seed, region);
    }

    bool liesInPlane(Index seed, Index face) const {
        const Polytope::Face& plane = polytope_.faces[seed];
        if (plane.normal.dot(polytope_.faces[face].normal) < kSameFlatSide) return false;
        return std::ranges::all_of(polytope_.sidesOf(face), [&](Index edge) {
            const Vec3& tail = polytope_.vertices[polytope_.edges[edge].tail];
            const Vec3& head = polytope_.vertices[polytope_.edges[edge].head];
            const Real lower = std::min(heightAbove(plane, tail), heightAbove(plane, head));
            return lower >= -kSamePlane * polytope_.radius;
        });
    }

    void addCorners(Index seed, const std::vector<Index>& region) {
        const Polytope::Face& face = polytope_.faces[seed];
        const Vec3 u = face.normal.unitOrthogonal(), v = face.normal.cross(u);
        std::vector<PlanePoint> points;
        for (const Index member : region) {
            for (const Index edge : polytope_.sidesOf(member)) {
                const Polytope::Edge& e = polytope_.edges[edge];
                const Index vertex = e.left == member ? e.tail : e.head;
                const Vec3 from = polytope_.vertices[vertex] - face.base;
                points.push_back({u.dot(from), v.dot(from), vertex});
            }
        }
        if (region.size() > 1) points = planarHull(std::move(points));
        const Index first = static_cast<Index>(out_.corners.size());
        for (const PlanePoint& p : cutDown(points)) out_.corners.push_back(p.vertex);
        out_.sides.push_back(
            {face.normal, face.base, first, static_cast<Index>(out_.corners.size()) - first});
    }

    const Polytope& polytope_;
    FlatSides out_;
};

}  // namespace

FlatSides flatSides(const Polytope& polytope) { return SideBuilder(polytope).build(); }

Index alignedSide(const Polytope& polytope, const FlatSides& sides, Index vertex, const Vec3& direction) {
    Index best = kNone;
    Real maximum = -2;
    for (const Polytope::Spoke& spoke : polytope.spokesOf(vertex)) {
        const Polytope::Edge& edge = polytope.edges[spoke.edge];
        // each face has one edge that runs out of the vertex with the face on its left
        const Index face = edge.tail == vertex ? edge.left : edge.right;
        if (face == kNone) continue;
        const Real cosine = polytope.faces[face].normal.dot(direction);
        if (cosine > maximum) maximum = cosine, best = sides.sideOfFace[face];
    }
    return best;
}

}  // namespace ricochet
