#include "algorithms/closest_features/polytope.h"

#include "algorithms/closest_features/polytope_faces.h"
#include "algorithms/geometry/closest_points.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <string>
#include <tuple>

namespace ricochet {
namespace {

constexpr Real kThinWidth = 1e-6;  // of the radius: below it a normal has an error above 1e-10

/// A side of a face, by the vertices that it joins.
struct FaceSide {
    Index low, high;
    Index face;
    Index place;  ///< in Polytope::sides
    bool isUp;    ///< runs from low to high
};

class PolytopeBuilder {
public:
    PolytopeBuilder(std::span<const Vec3> points, const HullFaces& hull) : points_(points) {
        out_.dimension = hull.dimension;
        slots_.assign(points.size(), kNone);
        for (const HullPolygon& polygon : hull.faces) addFace(polygon);
        for (const Index end : hull.ends) slotOf(end);
        if (hull.dimension == 1) addEdge(0, 1, kNone, kNone);
        joinSides();
    }

    Polytope build() {
        placeCentre();
        for (Polytope::Edge& edge : out_.edges) orient(edge);
        addSidePlanes();
        addSpokes();
        for (Polytope::Face& face : out_.faces) {
            face.isThin = isThin(face);
            face.excess = faceExcess(face);
        }
        return std::move(out_);
    }

private:
    Index slotOf(Index point) {
        if (slots_[point] == kNone) {
            slots_[point] = static_cast<Index>(out_.vertices.size());
            out_.vertices.push_back(points_[point]);
            out_.sources.push_back(point);
        }
        return slots_[point];
    }

    void addFace(const HullPolygon& polygon) {
        const Index face = static_cast<Index>(out_.faces.size());
        const Index first = static_cast<Index>(sides_.size());
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const Index from = slotOf(polygon[k]), to = slotOf(polygon[(k + 1) % polygon.size()]);
            sides_.push_back(
                {std::min(from, to), std::max(from, to), face, static_cast<Index>(sides_.size()), from < to});
        }
        const auto [base, second, third] = largestCorner(polygon);
        const Vec3 normal = (points_[second] - points_[base]).cross(points_[third] - points_[base]);
        out_.faces.push_back({normal.normalized(),
                              points_[base],
                              {slotOf(base), slotOf(second), slotOf(third)},
                              first,
                              static_cast<Index>(polygon.size())});
    }

    /// The largest triangle at the first corner.
    Face largestCorner(const HullPolygon& polygon) const {
        Face best = {polygon[0], polygon[1], polygon[2]};
        Real maximum = 0;
        const Vec3& base = points_[polygon[0]];
        for (std::size_t i = 1; i < polygon.size(); ++i) {
            for (std::size_t j = i + 1; j < polygon.size(); j += 1 + polygon.size() / 32) {
                const Real area =
                    (points_[polygon[i]] - base).cross(points_[polygon[j]] - base).squaredNorm();
                if (area > maximum) maximum = area, best = {polygon[0], polygon[i], polygon[j]};
            }
        }
        return best;
    }

    void addEdge(Index tail, Index head, Index left, Index right) {
        Polytope::Edge edge;
        edge.tail = tail, edge.head = head, edge.left = left, edge.right = right;
        out_.edges.push_back(edge);
    }

    /// The two sides that join the same vertices are one edge.
    void joinSides() {
        out_.sides.resize(sides_.size());
        std::sort(sides_.begin(), sides_.end(), [](const FaceSide& s, const FaceSide& t) {
            return std::tuple(s.low, s.high, !s.isUp) < std::tuple(t.low, t.high, !t.isUp);
        });
        for (std::size_t i = 0; i + 1 < sides_.size(); i += 2) {
            const FaceSide &left = sides_[i], &right = sides_[i + 1];
            const Index edge = static_cast<Index>(out_.edges.size());
            addEdge(left.low, left.high, left.face, right.face);
            out_.sides[left.place] = out_.sides[right.place] = edge;
        }
    }

    void placeCentre() {
        for (const Vec3& v : out_.vertices) out_.centre += v - out_.vertices[0];
        out_.centre = out_.vertices[0] + out_.centre / static_cast<Real>(out_.vertices.size());
        for (const Vec3& v : out_.vertices) out_.radius = std::max(out_.radius, (v - out_.centre).norm());
    }

    bool isThin(const Polytope::Face& face) const {
        const Vec3& p = out_.vertices[face.corners[0]];
        const Vec3 q = out_.vertices[face.corners[1]] - p, r = out_.vertices[face.corners[2]] - p;
        const Real longest = std::max({q.norm(), r.norm(), (q - r).norm()});
        return !(q.cross(r).norm() > kThinWidth * out_.radius * longest);
    }

    void orient(Polytope::Edge& edge) const {
        const Vec3& tail = out_.vertices[edge.tail];
        const Vec3 along = out_.vertices[edge.head] - tail;
        edge.length = along.norm();
        edge.direction = along / edge.length;
        if (edge.left == kNone) return;
        edge.intoLeft = out_.faces[edge.left].normal.cross(edge.direction);
        edge.intoRight = edge.direction.cross(out_.faces[edge.right].normal);
        edge.towardsLeftCone = edge.direction.cross(out_.centre - tail);
        const Real size = edge.towardsLeftCone.norm();
        if (size > 0) edge.towardsLeftCone /= size;
    }

    void addSidePlanes() {
        for (Index f = 0; f < out_.faces.size(); ++f) {
            for (const Index side : out_.sidesOf(f)) {
                const Polytope::Edge& edge = out_.edges[side];
                out_.sidePlanes.push_back({tangentInto(edge, f), out_.vertices[edge.tail]});
            }
        }
    }

    Real faceExcess(const Polytope::Face& face) const {
        const Index highest = farthestVertex(out_, face.normal, face.corners[0]);
        return std::max(Real{0}, heightAbove(face, out_.vertices[highest]));
    }

    void addSpokes() {
        const std::size_t count = out_.vertices.size();
        out_.firstSpoke.assign(count + 1, 0);
        for (const auto& edge : out_.edges)
            ++out_.firstSpoke[edge.tail + 1], ++out_.firstSpoke[edge.head + 1];
        for (std::size_t v = 0; v < count; ++v) out_.firstSpoke[v + 1] += out_.firstSpoke[v];
        out_.spokes.resize(2 * out_.edges.size());
        std::vector<Index> next(out_.firstSpoke.begin(), out_.firstSpoke.end() - 1);
        for (Index e = 0; e < out_.edges.size(); ++e) {
            const Polytope::Edge& edge = out_.edges[e];
            out_.spokes[next[edge.tail]++] = {out_.vertices[edge.head], edge.head, e};
            out_.spokes[next[edge.head]++] = {out_.vertices[edge.tail], edge.tail, e};
        }
    }

    std::span<const Vec3> points_;
    Polytope out_;
    std::vector<Index> slots_;
    std::vector<FaceSide> sides_;
};

}  // namespace

std::size_t Polytope::bytes() const {
    return vertices.capacity() * sizeof(Vec3) + (sources.capacity() + firstSpoke.capacity()) * sizeof(Index) +
           spokes.capacity() * sizeof(Spoke) + edges.capacity() * sizeof(Edge) +
           faces.capacity() * sizeof(Face) + sides.capacity() * sizeof(Index) +
           sidePlanes.capacity() * sizeof(SidePlane);
}

Result<Polytope> buildPolytope(std::span<const Vec3> points) {
    if (points.empty()) return tl::unexpected(std::string("a polytope of no points"));
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].allFinite()) return tl::unexpected("point " + std::to_string(i) + " is not finite");
    }
    return PolytopeBuilder(points, hullFaces(points)).build();
}

Vec3 closestOnThinFace(const Polytope& polytope, Index face, const Vec3& point) {
    const Vec3& base = polytope.vertices[polytope.faces[face].corners[0]];
    Vec3 best = base;
    for (const Index side : polytope.sidesOf(face)) {
        const Polytope::Edge& edge = polytope.edges[side];
        const Vec3 here =
            closestPoint({base, polytope.vertices[edge.tail], polytope.vertices[edge.head]}, point);
        if ((here - point).squaredNorm() < (best - point).squaredNorm()) best = here;
    }
    return best;
}

Index farthestVertex(const Polytope& polytope, const Vec3& direction, Index from) {
    Real best = direction.dot(polytope.vertices[from]);
    for (Index at = from, next = from;; at = next) {
        for (const Polytope::Spoke& spoke : polytope.spokesOf(at)) {
            const Real value = direction.dot(spoke.at);
            if (value > best) best = value, next = spoke.other;
        }
        if (next == at) return at;
    }
}

}  // namespace ricochet
