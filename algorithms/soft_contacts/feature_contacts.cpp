// A contact of a face with a vertex, or of two edges, limits the motion of a point of the soft body, which is
// a weighted mean of nodes. The nodes share the correction by their weights, so that it is the smallest one.

#include "algorithms/soft_contacts/feature_contacts.h"

#include "algorithms/geometry/surface_directions.h"
#include "algorithms/swept/linear_contact.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kCone = 1e-3;     // sine by which a normal may be outside of the cone of the mesh's feature
constexpr Real kYielding = 0.1;  // of the margin: faces and edges may come so much closer than nodes
constexpr Real kRoundUp = 1 + 1e-9;  // factor far above the rounding of squares
constexpr Real kOnFeature = 1e-6;    // of an edge, or a weight: nearer to an end, the feature there touches

/// Whether a direction is one in which the mesh at its vertex lies behind a plane.
bool supportsVertex(const SolidQuery& mesh, Index vertex, const Vec3& normal) {
    const MeshTopology& topology = *mesh.surface.topology;
    for (Index i = topology.ringBegin[vertex]; i < topology.ringBegin[vertex + 1]; ++i) {
        if (normal.dot(directionBetween(mesh.mesh(), vertex, topology.ring[i])) > kCone) return false;
    }
    return true;
}

bool supportsEdge(const EdgeDirections& directions, const Vec3& normal) {
    return normal.dot(directions.inward0) <= kCone && normal.dot(directions.inward1) <= kCone;
}

class FeatureContacts {
public:
    FeatureContacts(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                    std::vector<NodeContact>& out)
        : mesh_(mesh), body_(body), margin_(margin), out_(out) {}

    void findOfFace(const Face& face, const NearFeatures& near) {
        const Aabb box = sweptBox(face);
        for (const Index i : overlapping(near.boxesOfVertices, box))
            findOfVertex(face, near.vertices[i].vertex, near.vertices[i].position);
    }

    void findOfEdge(const std::array<Index, 2>& edge, const NearFeatures& near) {
        const Aabb box = sweptBox(edge);
        for (const Index i : overlapping(near.boxesOfEdges, box)) findOfEdges(edge, near.edges[i]);
    }

private:
    static std::span<const Index> overlapping(const BoxList& boxes, const Aabb& box) {
        thread_local std::vector<Index> found;
        found.resize(std::max<std::size_t>(found.size(), boxes.count));
        return std::span(found).first(ricochet::findOverlapping(boxes, box, found));
    }

    template <std::size_t n>
    Aabb sweptBox(const std::array<Index, n>& nodes) const {
        Aabb box;
        for (const Index node : nodes) {
            box.include(body_.from[node]);
            box.include(body_.to[node]);
        }
        return grown(box, margin_);
    }

    void findOfVertex(const Face& face, Index vertex, const Vec3& v) {
        const auto& [a, b, c] = face;
        LinearPair pair{FeatureKind::vertexFace,
                        {v, body_.from[a], body_.from[b], body_.from[c]},
                        {v, body_.to[a], body_.to[b], body_.to[c]}};
        const auto time = touchTime(pair);
        if (!time) return;
        const Corners now = cornersAt(pair, *time);
        const Vec3 doubleArea = (now[2] - now[1]).cross(now[3] - now[1]);
        const Real area2 = doubleArea.squaredNorm();
        if (!(area2 > 0)) return;
        const Vec3 onFace = closestPoint({now[1], now[2], now[3]}, v);
        const auto weight = [&](std::size_t i) {
            const Vec3 &p = now[1 + (i + 1) % 3], &q = now[1 + (i + 2) % 3];
            return (p - onFace).cross(q - onFace).dot(doubleArea) / area2;
        };
        const std::array<Real, 3> weights = {weight(0), weight(1), weight(2)};
        if (*std::ranges::min_element(weights) < kOnFeature) return;
        const auto normal = orient(doubleArea.normalized(), pair.at0, [&](const Vec3& direction) {
            return supportsVertex(mesh_, vertex, direction);
        });
        if (normal) add(face, weights, mesh_.surface.topology->vertexOwner[vertex], v, *normal);
    }

    void findOfEdges(const std::array<Index, 2>& edge, Index ofMesh) {
        const MeshTopology::Edge& ends = mesh_.surface.topology->edges[ofMesh];
        const Vec3 &p = mesh_.mesh().vertices()[ends.vertex0], &q = mesh_.mesh().vertices()[ends.vertex1];
        LinearPair pair{FeatureKind::edgeEdge,
                        {p, q, body_.from[edge[0]], body_.from[edge[1]]},
                        {p, q, body_.to[edge[0]], body_.to[edge[1]]}};
        const auto time = touchTime(pair);
        if (!time) return;
        const Corners now = cornersAt(pair, *time);
        const ClosestPoints closest = closestPoints(now[0], now[1], now[2], now[3]);
        const Real onMesh = fraction(p, q, closest.onA), onBody = fraction(now[2], now[3], closest.onB);
        if (std::min({onMesh, 1 - onMesh, onBody, 1 - onBody}) < kOnFeature) return;
        const Vec3 across = (q - p).cross(now[3] - now[2]);
        if (!(across.norm() > kCone * (q - p).norm() * (now[3] - now[2]).norm())) return;
        const EdgeDirections directions = directionsOf(mesh_.mesh(), *mesh_.surface.topology, ofMesh);
        const auto normal = orient(across.normalized(), pair.at0, [&](const Vec3& direction) {
            return supportsEdge(directions, direction);
        });
        const std::array<Real, 2> weights = {1 - onBody, onBody};
        if (normal) add(edge, weights, mesh_.surface.topology->edges[ofMesh].face0, closest.onA, *normal);
    }

    /// When the features touch within the step, or its end if they are then closer than the margin.
    std::optional<Real> touchTime(const LinearPair& pair) const {
        const Real close = (1 - kYielding) * margin_;
        const Real distance2 = shortestDifference(pair.kind, pair.at1).squaredNorm();
        if (distance2 < close * close) return 1;
        Real motion2 = 0;
        for (std::size_t i = 0; i < 4; ++i)
            motion2 = std::max(motion2, (pair.at1[i] - pair.at0[i]).squaredNorm());
        if (distance2 > kRoundUp * motion2) return std::nullopt;  // too far away to have touched before
        return firstTouch(pair);
    }

    /// The direction or its opposite, whichever leads out of the mesh; of an open one, to where the body
    /// starts.
    template <class Supports>
    std::optional<Vec3> orient(const Vec3& direction, const Corners& atStart, Supports&& supports) const {
        if (supports(direction) && !mesh_.mesh().isTwoSided()) return direction;
        if (supports(-direction) && !mesh_.mesh().isTwoSided()) return Vec3(-direction);
        if (!mesh_.mesh().isTwoSided()) return std::nullopt;
        const Vec3 middle = (atStart[2] + atStart[3]) / 2;
        const Real side = direction.dot(middle - atStart[0]);
        if (std::abs(side) < kNoLength * margin_) return std::nullopt;
        const Vec3 outward = side > 0 ? direction : Vec3(-direction);
        return supports(outward) ? std::optional(outward) : std::nullopt;
    }

    static Real fraction(const Vec3& from, const Vec3& to, const Vec3& point) {
        return (point - from).dot(to - from) / (to - from).squaredNorm();
    }

    template <std::size_t n>
    void add(const std::array<Index, n>& nodes, const std::array<Real, n>& weights, Index face,
             const Vec3& onMesh, const Vec3& normal) {
        Real start = 0, motion = 0, squares = 0;
        for (std::size_t i = 0; i < n; ++i) {
            start += weights[i] * normal.dot(body_.from[nodes[i]] - onMesh);
            motion += weights[i] * normal.dot(body_.to[nodes[i]] - body_.from[nodes[i]]);
            squares += weights[i] * weights[i];
        }
        const Real correction = margin_ - start - motion;
        if (!(correction > kYielding * margin_)) return;
        for (std::size_t i = 0; i < n; ++i) {
            const Real own = normal.dot(body_.to[nodes[i]] - body_.from[nodes[i]]);
            out_.push_back({nodes[i], face, normal, onMesh, -(own + correction * weights[i] / squares)});
        }
    }

    const SolidQuery& mesh_;
    const SoftMotion& body_;
    const Real margin_;
    std::vector<NodeContact>& out_;
};

void sortOut(std::vector<Index>& indices) {
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

}  // namespace

void NearFeatures::collect(const SolidQuery& mesh, std::span<const NearFace> faces) {
    const MeshTopology& topology = *mesh.surface.topology;
    const std::vector<Vec3>& positions = mesh.mesh().vertices();
    thread_local std::vector<Index> ofVertices, ofEdges;
    ofVertices.clear();
    ofEdges.clear();
    for (const NearFace& near : faces) {
        if (topology.isBack(near.face)) continue;
        for (const Index vertex : mesh.mesh().faces()[near.face]) {
            const Index welded = topology.weld[vertex];
            if (topology.isConvexVertex[welded] && topology.vertexOwner[welded] != kNone)
                ofVertices.push_back(welded);
        }
        for (const Index e : topology.faceEdges[near.face]) {
            if (e != kNone && (topology.isTwoSided || topology.edges[e].dihedral == Dihedral::convex))
                ofEdges.push_back(e);
        }
    }
    sortOut(ofVertices);
    sortOut(ofEdges);
    vertices.clear();
    edges = ofEdges;
    boxesOfVertices.resize(static_cast<Index>(ofVertices.size()));
    for (const Index vertex : ofVertices) {
        boxesOfVertices.set(static_cast<Index>(vertices.size()), {positions[vertex], positions[vertex]});
        vertices.push_back({vertex, positions[vertex]});
    }
    boxesOfEdges.resize(static_cast<Index>(edges.size()));
    for (Index i = 0; i < boxesOfEdges.count; ++i) {
        const MeshTopology::Edge& ends = topology.edges[edges[i]];
        const Vec3 &p = positions[ends.vertex0], &q = positions[ends.vertex1];
        boxesOfEdges.set(i, {p.cwiseMin(q), p.cwiseMax(q)});
    }
}

void findFeatureContacts(const SolidQuery& mesh, const SoftMotion& body, const SoftPart& part, Real margin,
                         const NearFeatures& near, std::vector<NodeContact>& out) {
    FeatureContacts contacts(mesh, body, margin, out);
    for (const Index face : part.faces) contacts.findOfFace(body.topology.faces[face], near);
    for (const Index edge : part.edges) contacts.findOfEdge(body.topology.edges[edge], near);
}

}  // namespace ricochet::soft_contacts
