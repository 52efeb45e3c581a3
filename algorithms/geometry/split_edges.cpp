// Of two borders that run side by side in opposite directions, each covers a part of the other.

#include "algorithms/geometry/split_edges.h"

#include "algorithms/geometry/overlapping_boxes.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kOffLine = 1e-6;              // of the mesh's size: float coordinates lie that far off a line
constexpr Real kLevel = 0.9998476951563913;  // cosine of 1 degree: faces that lie in one plane

class BorderJoiner {
public:
    BorderJoiner(const Mesh& mesh, MeshTopology& topology)
        : mesh_(mesh), topology_(topology), tolerance_(kOffLine * mesh.box().size().norm()) {
        for (Index e = 0; e < topology.edges.size(); ++e) {
            if (topology.edges[e].face1 == kNone) borders_.push_back({e, {}});
        }
    }

    void join() {
        std::vector<Aabb> boxes;
        for (const Border& border : borders_) boxes.push_back(boxOf(border.edge));
        OverlappingBoxes(boxes).forEachPair([&](Index i, Index j) { cover(borders_[i], borders_[j]); });
        for (Border& border : borders_) joinIfCovered(border);
    }

private:
    /// What another border covers of this one, in metres from its first vertex.
    struct Cover {
        Real begin, end;
        Index edge;
    };
    struct Border {
        Index edge;
        std::vector<Cover> covers;
    };

    const MeshTopology::Edge& edgeOf(const Border& border) const { return topology_.edges[border.edge]; }
    const Vec3& position(Index vertex) const { return mesh_.vertices()[vertex]; }

    Aabb boxOf(Index e) const {
        Aabb box;
        box.include(position(topology_.edges[e].vertex0));
        box.include(position(topology_.edges[e].vertex1));
        return grown(box, tolerance_);
    }

    void cover(Border& a, Border& b) {
        if (edgeOf(a).direction.dot(edgeOf(b).direction) > 0) return;  // faces on the same side
        coverOneWay(a, b);
        coverOneWay(b, a);
    }

    void coverOneWay(Border& border, const Border& by) {
        const MeshTopology::Edge &edge = edgeOf(border), &other = edgeOf(by);
        const Vec3& origin = position(edge.vertex0);
        const Real begin = edge.direction.dot(position(other.vertex1) - origin);
        const Real end = edge.direction.dot(position(other.vertex0) - origin);
        const Real from = std::max(begin, 0.0), to = std::min(end, edge.length);
        if (to - from <= tolerance_) return;
        const auto isAside = [&](Index vertex, Real along) {
            return (position(vertex) - origin - along * edge.direction).norm() > tolerance_;
        };
        if (isAside(other.vertex1, begin) || isAside(other.vertex0, end)) return;
        border.covers.push_back({from, to, by.edge});
    }

    void joinIfCovered(Border& border) {
        MeshTopology::Edge& edge = topology_.edges[border.edge];
        std::ranges::sort(border.covers, {}, [](const Cover& c) { return std::pair(c.begin, c.edge); });
        Real reached = 0;
        for (const Cover& c : border.covers) {
            if (c.begin > reached + 2 * tolerance_) return;
            reached = std::max(reached, c.end);
        }
        if (border.covers.empty() || reached < edge.length - 2 * tolerance_) return;
        const std::optional<Dihedral> bend = bendAlong(border);
        if (!bend) return;

        const auto longest =
            std::ranges::max_element(border.covers, {}, [](const Cover& c) { return c.end - c.begin; });
        const MeshTopology::Edge& other = topology_.edges[longest->edge];
        edge.face1 = other.face0;
        edge.inward1 = other.inward0;
        edge.isSplit = true;
        edge.dihedral = *bend;
    }

    /// None where it is not the same all along: one second face cannot tell where the edge's normals lie, and
    /// of a convex edge none must be overlooked.
    std::optional<Dihedral> bendAlong(const Border& border) const {
        const Cover& first = border.covers.front();
        const Dihedral bend = bendAt(border, first);
        const bool isSame = std::ranges::all_of(border.covers, [&](const Cover& c) {
            return bendAt(border, c) == bend && (bend != Dihedral::convex || areLevel(first, c));
        });
        return isSame ? std::optional(bend) : std::nullopt;
    }

    Dihedral bendAt(const Border& border, const Cover& by) const {
        MeshTopology::Edge joined = edgeOf(border);
        joined.face1 = topology_.edges[by.edge].face0;
        joined.inward1 = topology_.edges[by.edge].inward0;
        return dihedralOf(topology_, joined);
    }

    bool areLevel(const Cover& a, const Cover& b) const {
        return topology_.edges[a.edge].inward0.dot(topology_.edges[b.edge].inward0) > kLevel;
    }

    const Mesh& mesh_;
    MeshTopology& topology_;
    const Real tolerance_;  ///< metres
    std::vector<Border> borders_;
};

}  // namespace

void joinSplitEdges(const Mesh& mesh, MeshTopology& topology) {
    if (topology.boundaryEdges > 0) BorderJoiner(mesh, topology).join();
}

}  // namespace ricochet
