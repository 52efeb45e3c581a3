// A face is touched by the lowest point of the round shape over its plane, if that lies over the face; a
// vertex or an edge by the nearest point of the round surface, if the line between them is in the normal
// cone. Flat features never touch first: the faces have the contacts of a flat inner edge.

#include "algorithms/round_shapes/touches.h"

#include "algorithms/contact/candidate.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/surface_directions.h"
#include "algorithms/round_shapes/crossings.h"
#include "algorithms/round_shapes/edge_minimum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace ricochet::round_shapes {
namespace {

constexpr Real kCoplanar = 1e-6;    // sine: faces inclined by less are coplanar
constexpr Real kOnEdge = 1e-9;      // of an edge's length: rounding of a projection onto it
constexpr Real kSphereCone = 1e-9;  // sine: a sphere has one nearest point, whose normal is exact
constexpr Real kFlatSlope = 1e-3;   // an edge inclined by less lies along a side line
constexpr Real kBeyond = 1.01;      // of a squared distance: leaves room for rounding
constexpr Real kSamePlace = 1e-6;   // of the round shape's radius: contacts closer than this coincide
constexpr Real kSameNormal = 1e-9;  // one less the cosine between their normals

/// Sine by which the surface rises across an edge; at a true boundary edge it falls.
Real edgeRise(const MeshView& mesh, Index e) {
    const MeshTopology::Edge edge = mesh.topology().edge(e);
    if (edge.face1 == kNone || !edge.isManifold || edge.dihedral == Dihedral::convex) return -1;
    if (edge.dihedral == Dihedral::concave) return 1;
    return unitNormal(mesh.mesh, edge.face0).dot(directionsOf(mesh.mesh, mesh.topology(), e).inward1);
}

class TouchFinder {
public:
    TouchFinder(const PlacedRound& round, const MeshView& mesh, const SpeculativeMargin& margin,
                std::vector<TouchPoint>& points, std::vector<Touch>& out)
        : round_(round),
          mesh_(mesh),
          topology_(mesh.topology()),
          margin_(margin),
          coneTolerance_(coneToleranceOf(round, margin)),
          farthest_(round.radius() + margin.farthestGap()),
          out_(out),
          points_(points) {}

    void run() {
        for (std::size_t i = 0; i < mesh_.faces.size(); ++i) {
            const Index face = mesh_.faces[i];
            const Vec3 normal = mesh_.normal(i);
            if (normal.isZero(0)) continue;
            const Triangle corners = mesh_.mesh.triangle(face);
            const Real height = normal.dot(round_.middle() - corners[0]);
            if (std::abs(height) > farthest_ + margin_.extension) continue;
            inside_.fill(-std::numeric_limits<Real>::infinity());
            // Points far above a face's plane are far from the features in it.
            if (height > 0 && addFace(face, corners, normal) > margin_.farthestGap()) continue;
            addFeatures(face, corners);
        }
    }

private:
    /// The gap between the shape and the face's plane.
    Real addFace(Index face, const Triangle& corners, const Vec3& normal) {
        round_.touchPoints(-normal, points_);
        Real minimum = std::numeric_limits<Real>::infinity();
        inside_.fill(minimum);
        for (const TouchPoint& touch : points_) {
            const Real coreHeight = normal.dot(touch.core - corners[0]);
            const Real gap = coreHeight - normal.dot(touch.core - touch.point);
            minimum = std::min(minimum, gap);
            if (gap > margin_.farthestGap()) continue;
            noteFoot(face, corners, normal, touch.point);
            if (!isOver(face, corners, normal, touch, coreHeight, gap)) continue;
            const std::uint64_t key = contactKey(FeaturePair::vertexFace, touch.id, topology_.regionOf(face));
            out_.push_back({touch.point - gap * normal, normal, gap, face, key});
        }
        return minimum;
    }

    void findEdges(Index face, const Triangle& corners, const Vec3& normal) {
        edgesOf_ = face;
        for (Index k = 0; k < 3; ++k) {
            const Vec3 along = corners[(k + 1) % 3] - corners[k];
            const Real length = along.norm();
            edges_[k] = {normal.cross(along / length), length};
        }
    }

    void noteFoot(Index face, const Triangle& corners, const Vec3& normal, const Vec3& point) {
        if (edgesOf_ != face) findEdges(face, corners, normal);
        for (Index k = 0; k < 3; ++k) {
            const Vec3& inward = edges_[k].inward;
            inside_[k] = std::min(inside_[k], inward.dot(point - corners[k]));
        }
    }

    /// If all lowest points over a face lie inside one of its convex edges, the face is nearer than the edge,
    /// and if that holds for all edges, nearer than its corners. A margin remains for the cones' tolerance.
    bool isWellInside(Index k) const { return inside_[k] > 2 * coneTolerance_ * round_.radius(); }

    bool isOver(Index face, const Triangle& corners, const Vec3& normal, const TouchPoint& touch,
                Real coreHeight, Real gap) const {
        if (coreHeight >= -margin_.shallowDepth) return isFootInside(face, corners, touch.point, gap);
        // The core is below the face: it entered through this face, or through another one.
        const Index entry = firstFaceCrossed(mesh_, round_.middle(), touch.core);
        if (entry == face) return true;
        return entry != kNone && topology_.regionOf(entry) == topology_.regionOf(face) &&
               unitNormal(mesh_.mesh, entry).dot(normal) > 1 - kCoplanar &&
               isFootInside(face, corners, touch.point, gap);
    }

    /// Takes the point whose foot was stored last.
    bool isFootInside(Index face, const Triangle& corners, const Vec3& point, Real gap) const {
        bool isBeyond = false;
        for (Index k = 0; k < 3; ++k) {
            const auto& [inward, length] = edges_[k];
            const Real beyond = -inward.dot(point - corners[k]);
            if (beyond <= kOnEdge * length) continue;
            const Index e = topology_.edgesOf(face)[k];
            const Real rise = edgeRise(mesh_, e);
            if (rise < -kCoplanar) return false;
            if (beyond <= 2 * kCoplanar * (round_.radius() + std::abs(gap))) continue;
            const bool isConcave = topology_.edge(e).dihedral == Dihedral::concave;
            if (!isConcave || beyond > margin_.extensionAt(gap)) return false;
            isBeyond = true;
        }
        if (!isBeyond) return true;
        // Near the sharp corner of a face a point may be close to all edge lines and still far from the face.
        return (closestPoint(corners, point) - point).norm() <= margin_.queryDistance;
    }

    void addFeatures(Index face, const Triangle& corners) {
        if (isWellInside(0) && isWellInside(1) && isWellInside(2)) return;
        const std::array<Index, 3> edges = topology_.edgesOf(face);
        const Face vertices = mesh_.mesh.face(face);
        for (Index k = 0; k < 3; ++k) {
            if (!isWellInside(k) && topology_.edge(edges[k]).face0 == face) addEdge(edges[k], face);
            const Index vertex = topology_.weld[vertices[k]];
            if (topology_.vertexOwner[vertex] == face) addVertex(vertex, corners[k], face);
        }
    }

    void addEdge(Index e, Index face) {
        if (isBeyond(e) || !isSharp(mesh_, e)) return;
        const EdgeDirections directions = directionsOf(mesh_.mesh, topology_, e);
        const Vec3& begin = mesh_.mesh.vertices()[topology_.edge(e).vertex0];
        if (isFar(begin, directions)) return;
        const EdgeMinimum at = edgeMinimum(round_, begin, directions.along, directions.length, kFlatSlope);
        const bool isStretch = at.low < at.high;
        addEdgePoint(e, directions, begin, at.low, isStretch ? 1 : 0, face);
        if (isStretch) addEdgePoint(e, directions, begin, at.high, 2, face);
    }

    /// Whether the whole edge is farther from the middle than contacts may be; without roots, as most edges
    /// are.
    bool isBeyond(Index e) const {
        const MeshTopology::Edge edge = topology_.edge(e);
        const std::vector<Vec3>& vertices = mesh_.mesh.vertices();
        const Vec3 along = vertices[edge.vertex1] - vertices[edge.vertex0],
                   arm = round_.middle() - vertices[edge.vertex0];
        const Real t = std::clamp(along.dot(arm) / along.squaredNorm(), Real{0}, Real{1});
        return (arm - t * along).squaredNorm() > kBeyond * farthest_ * farthest_;
    }

    /// The distance is convex along the edge, and so above its tangent at any point.
    bool isFar(const Vec3& begin, const EdgeDirections& edge) const {
        const Vec3 arm = round_.middle() - begin;
        const Real t = std::clamp(edge.along.dot(arm), Real{0}, edge.length);
        if ((arm - t * edge.along).squaredNorm() > farthest_ * farthest_) return true;
        if (round_.isSphere()) return false;
        const NearestOnSurface nearest = round_.nearest(begin + t * edge.along);
        const Real slope = edge.along.dot(nearest.normal);
        const Real fall = slope > 0 ? slope * t : -slope * (edge.length - t);
        return nearest.distance - fall > margin_.farthestGap();
    }

    void addEdgePoint(Index e, const EdgeDirections& directions, const Vec3& begin, Real t, Index place,
                      Index face) {
        if (!(0 < t && t < directions.length)) return;  // the end vertex covers it
        const Vec3 point = begin + t * directions.along;
        const NearestOnSurface nearest = round_.nearest(point);
        if (nearest.distance > margin_.farthestGap()) return;
        const Vec3 out = -nearest.normal;
        if (out.dot(directions.inward0) > coneTolerance_) return;
        const MeshTopology::Edge edge = topology_.edge(e);
        const bool hasOther = edge.face1 != kNone && edge.isManifold;
        if (hasOther && out.dot(directions.inward1) > coneTolerance_) return;
        out_.push_back({point, out, nearest.distance, face, contactKey(FeaturePair::edgeEdge, place, e)});
    }

    void addVertex(Index vertex, const Vec3& point, Index face) {
        if ((point - round_.middle()).squaredNorm() > farthest_ * farthest_) return;
        const NearestOnSurface nearest = round_.nearest(point);
        if (nearest.distance > margin_.farthestGap()) return;
        const Vec3 out = -nearest.normal;
        Real highest = -1, lowest = 1;
        for (const Index neighbour : topology_.ringOf(vertex)) {
            const Real rise = out.dot(directionBetween(mesh_.mesh, vertex, neighbour));
            highest = std::max(highest, rise);
            lowest = std::min(lowest, rise);
        }
        if (highest > coneTolerance_ || lowest > -kCoplanar) return;
        out_.push_back({point, out, nearest.distance, face, contactKey(FeaturePair::faceVertex, 0, vertex)});
    }

    const PlacedRound& round_;
    const MeshView& mesh_;
    const MeshTopology& topology_;
    const SpeculativeMargin& margin_;
    const Real coneTolerance_;
    const Real farthest_;
    std::vector<Touch>& out_;
    std::vector<TouchPoint>& points_;  ///< workspace
    struct EdgePlane {
        Vec3 inward;  ///< unit tangent into the face
        Real length;
    };
    std::array<EdgePlane, 3> edges_;  ///< of that face
    Index edgesOf_ = kNone;
    std::array<Real, 3> inside_;  ///< of the present face: distances of the lowest points inside each edge
};

/// One touch for each key, the nearest; and one for each position and normal.
void dropRepeated(Real radius, std::vector<Touch>& touches) {
    std::ranges::sort(touches, {}, [](const Touch& t) { return std::tuple(t.key, t.gap, t.face); });
    const auto isRepeated = [](const Touch& s, const Touch& t) { return s.key == t.key; };
    touches.erase(std::unique(touches.begin(), touches.end(), isRepeated), touches.end());
    const Real near = kSamePlace * radius;
    std::size_t count = 0;
    for (const Touch& touch : touches) {
        const auto isSame = [&](const Touch& other) {
            return (other.onMesh - touch.onMesh).squaredNorm() <= near * near &&
                   other.normal.dot(touch.normal) >= 1 - kSameNormal;
        };
        const auto end = touches.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::none_of(touches.begin(), end, isSame)) touches[count++] = Touch(touch);
    }
    touches.resize(count);
}

}  // namespace

Real coneToleranceOf(const PlacedRound& round, const SpeculativeMargin& margin) {
    return round.isSphere() ? kSphereCone : margin.coneTolerance;
}

bool isSharp(const MeshView& mesh, Index edge) { return edgeRise(mesh, edge) < -kCoplanar; }

void findTouches(const PlacedRound& round, const MeshView& mesh, const SpeculativeMargin& margin,
                 std::vector<Touch>& out) {
    thread_local std::vector<TouchPoint> points;
    TouchFinder(round, mesh, margin, points, out).run();
    if (out.size() > 1) dropRepeated(round.radius(), out);
}

void addTouchesWith(const SeparationPlane& plane, const PlacedRound& round, const SpeculativeMargin& margin,
                    std::vector<Touch>& out) {
    std::vector<TouchPoint> points;
    round.touchPoints(-plane.normal, points);
    for (const TouchPoint& touch : points) {
        const Real gap = plane.normal.dot(touch.point - plane.point);
        if (gap > margin.farthestGap()) continue;
        out.push_back({touch.point - gap * plane.normal, plane.normal, gap, plane.face,
                       contactKey(FeaturePair::bodies, touch.id, 0)});
    }
}

}  // namespace ricochet::round_shapes
