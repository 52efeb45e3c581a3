// Two boundary edges that lie along each other in opposite directions cover parts of each other.

#include "algorithms/geometry/split_edges.h"

#include "algorithms/geometry/overlapping_boxes.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kOffLine = 1e-6;  // of the mesh's size: points with float coordinates deviate that much
constexpr Real kLevel = 0.9998476951563913;  // cosine of 1 degree: faces that lie in one plane

/// Where an edge lies, in mesh sizes, and its direction. Where many open edges cross, positions alone do not
/// separate them.
struct EdgeBox {
    using Axes = Eigen::Matrix<Real, 6, 1>;

    Aabb position, direction;

    Axes centre() const { return both(position.centre(), direction.centre()); }
    EdgeBox reversed() const { return {position, {-direction.max, -direction.min}}; }

private:
    static Axes both(const Vec3& first, const Vec3& second) {
        Axes axes;
        axes << first, second;
        return axes;
    }
};

void include(EdgeBox& box, const EdgeBox& other) {
    include(box.position, other.position);
    include(box.direction, other.direction);
}

bool overlaps(const EdgeBox& a, const EdgeBox& b) {
    return overlaps(a.direction, b.direction) && overlaps(a.position, b.position);
}

class OpenEdgeJoiner {
public:
    OpenEdgeJoiner(const Mesh& mesh, MeshTopology& topology)
        : mesh_(mesh), topology_(topology), tolerance_(kOffLine * mesh.box().size().norm()) {
        for (Index e = 0; e < topology.edges.size(); ++e) {
            if (topology.edges[e].face1 == kNone) {
                openEdges_.push_back({e, directionsOf(mesh, topology, e), {}});
            }
        }
    }

    void join() {
        std::vector<EdgeBox> boxes;
        for (const OpenEdge& openEdge : openEdges_) boxes.push_back(boxOf(openEdge));
        // Edges of the same direction have their faces on the same side.
        OverlapTree<EdgeBox>(boxes).forEachPairSeen(
            [](const EdgeBox& box) { return box.reversed(); },
            [&](Index i, Index j) { coverEachOther(openEdges_[i], openEdges_[j], i, j); });
        for (OpenEdge& openEdge : openEdges_) joinIfCovered(openEdge);
    }

private:
    /// The part of this edge that another boundary edge covers, in metres from its first vertex.
    struct Cover {
        Real begin, end;
        Index openEdge;
    };
    struct OpenEdge {
        Index edge;
        EdgeDirections directions;
        std::vector<Cover> covers;
    };

    const MeshTopology::Edge& edgeOf(const OpenEdge& openEdge) const {
        return topology_.edges[openEdge.edge];
    }
    const Vec3& inward(const Cover& cover) const { return openEdges_[cover.openEdge].directions.inward0; }
    const Vec3& position(Index vertex) const { return mesh_.vertices()[vertex]; }

    EdgeBox boxOf(const OpenEdge& openEdge) const {
        const Real scale = tolerance_ > 0 ? kOffLine / tolerance_ : 0;
        EdgeBox box;
        for (const Index vertex : {edgeOf(openEdge).vertex0, edgeOf(openEdge).vertex1}) {
            box.position.include(scale * (position(vertex) - mesh_.box().min));
        }
        box.position = grown(box.position, kOffLine);
        box.direction = directionBox(openEdge.directions);
        return box;
    }

    /// Both ends of an edge along another one are less than the tolerance off its line: the sine between
    /// them is less than 2 tolerances over the length, and the chord between unit vectors less than 3.
    Aabb directionBox(const EdgeDirections& directions) const {
        Aabb box;
        const bool hasDirection = directions.length > tolerance_;
        box.include(hasDirection ? directions.along : Vec3::Zero());
        return grown(box, hasDirection ? 3 * tolerance_ / directions.length : 1);
    }

    void coverEachOther(OpenEdge& first, OpenEdge& second, Index i, Index j) {
        if (first.directions.along.dot(second.directions.along) > 0) return;
        cover(first, j);
        cover(second, i);
    }

    void cover(OpenEdge& openEdge, Index by) {
        const MeshTopology::Edge &edge = edgeOf(openEdge), &other = edgeOf(openEdges_[by]);
        const Vec3& along = openEdge.directions.along;
        const Vec3& origin = position(edge.vertex0);
        const Real begin = along.dot(position(other.vertex1) - origin);
        const Real end = along.dot(position(other.vertex0) - origin);
        const Real from = std::max(begin, 0.0), to = std::min(end, openEdge.directions.length);
        if (to - from <= tolerance_) return;
        const auto isAside = [&](Index vertex, Real at) {
            return (position(vertex) - origin - at * along).norm() > tolerance_;
        };
        if (isAside(other.vertex1, begin) || isAside(other.vertex0, end)) return;
        openEdge.covers.push_back({from, to, by});
    }

    void joinIfCovered(OpenEdge& openEdge) {
        std::ranges::sort(openEdge.covers, {}, [](const Cover& c) { return std::pair(c.begin, c.openEdge); });
        Real coveredTo = 0;
        for (const Cover& c : openEdge.covers) {
            if (c.begin > coveredTo + 2 * tolerance_) return;
            coveredTo = std::max(coveredTo, c.end);
        }
        if (openEdge.covers.empty() || coveredTo < openEdge.directions.length - 2 * tolerance_) return;
        const std::optional<Dihedral> bend = bendAlong(openEdge);
        if (!bend) return;

        const auto longest =
            std::ranges::max_element(openEdge.covers, {}, [](const Cover& c) { return c.end - c.begin; });
        MeshTopology::Edge& edge = topology_.edges[openEdge.edge];
        edge.face1 = edgeOf(openEdges_[longest->openEdge]).face0;
        edge.isSplit = true;
        edge.dihedral = *bend;
        topology_.splits.push_back({openEdge.edge, openEdges_[longest->openEdge].edge});
    }

    /// None if the bend differs along the edge: a single second face could not represent the edge's normals,
    /// and no normal of a convex edge may be missed.
    std::optional<Dihedral> bendAlong(const OpenEdge& openEdge) const {
        const Cover& first = openEdge.covers.front();
        const Dihedral bend = bendAt(openEdge, first);
        const bool isSame = std::ranges::all_of(openEdge.covers, [&](const Cover& c) {
            return bendAt(openEdge, c) == bend && (bend != Dihedral::convex || areLevel(first, c));
        });
        return isSame ? std::optional(bend) : std::nullopt;
    }

    Dihedral bendAt(const OpenEdge& openEdge, const Cover& by) const {
        const Index face0 = edgeOf(openEdge).face0, face1 = edgeOf(openEdges_[by.openEdge]).face0;
        return dihedralBetween(unitNormal(mesh_, face0), unitNormal(mesh_, face1), inward(by));
    }

    bool areLevel(const Cover& a, const Cover& b) const { return inward(a).dot(inward(b)) > kLevel; }

    const Mesh& mesh_;
    MeshTopology& topology_;
    const Real tolerance_;  ///< metres
    std::vector<OpenEdge> openEdges_;
};

}  // namespace

void joinSplitEdges(const Mesh& mesh, MeshTopology& topology) {
    if (topology.boundaryEdges > 0) OpenEdgeJoiner(mesh, topology).join();
}

}  // namespace ricochet
