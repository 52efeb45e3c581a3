// Of two borders that run side by side in opposite directions, each covers a part of the other.

#include "algorithms/geometry/split_edges.h"

#include "algorithms/geometry/overlapping_boxes.h"
#include "algorithms/geometry/surface_directions.h"

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
            if (topology.edges[e].face1 == kNone) {
                borders_.push_back({e, directionsOf(mesh, topology, e), {}});
            }
        }
    }

    void join() {
        std::vector<Aabb> boxes;
        for (const Border& border : borders_) boxes.push_back(boxOf(border.edge));
        OverlappingBoxes(boxes).forEachPair([&](Index i, Index j) {
            // Else their faces are on the same side.
            if (borders_[i].directions.along.dot(borders_[j].directions.along) > 0) return;
            cover(borders_[i], j);
            cover(borders_[j], i);
        });
        for (Border& border : borders_) joinIfCovered(border);
    }

private:
    /// What another border covers of this one, in metres from its first vertex.
    struct Cover {
        Real begin, end;
        Index border;
    };
    struct Border {
        Index edge;
        EdgeDirections directions;
        std::vector<Cover> covers;
    };

    const MeshTopology::Edge& edgeOf(const Border& border) const { return topology_.edges[border.edge]; }
    const Vec3& inwardOf(const Cover& cover) const { return borders_[cover.border].directions.inward0; }
    const Vec3& position(Index vertex) const { return mesh_.vertices()[vertex]; }

    Aabb boxOf(Index e) const {
        Aabb box;
        box.include(position(topology_.edges[e].vertex0));
        box.include(position(topology_.edges[e].vertex1));
        return grown(box, tolerance_);
    }

    void cover(Border& border, Index by) {
        const MeshTopology::Edge &edge = edgeOf(border), &other = edgeOf(borders_[by]);
        const Vec3& along = border.directions.along;
        const Vec3& origin = position(edge.vertex0);
        const Real begin = along.dot(position(other.vertex1) - origin);
        const Real end = along.dot(position(other.vertex0) - origin);
        const Real from = std::max(begin, 0.0), to = std::min(end, border.directions.length);
        if (to - from <= tolerance_) return;
        const auto isAside = [&](Index vertex, Real at) {
            return (position(vertex) - origin - at * along).norm() > tolerance_;
        };
        if (isAside(other.vertex1, begin) || isAside(other.vertex0, end)) return;
        border.covers.push_back({from, to, by});
    }

    void joinIfCovered(Border& border) {
        std::ranges::sort(border.covers, {}, [](const Cover& c) { return std::pair(c.begin, c.border); });
        Real reached = 0;
        for (const Cover& c : border.covers) {
            if (c.begin > reached + 2 * tolerance_) return;
            reached = std::max(reached, c.end);
        }
        if (border.covers.empty() || reached < border.directions.length - 2 * tolerance_) return;
        const std::optional<Dihedral> bend = bendAlong(border);
        if (!bend) return;

        const auto longest =
            std::ranges::max_element(border.covers, {}, [](const Cover& c) { return c.end - c.begin; });
        MeshTopology::Edge& edge = topology_.edges[border.edge];
        edge.face1 = edgeOf(borders_[longest->border]).face0;
        edge.isSplit = true;
        edge.dihedral = *bend;
        topology_.splits.push_back({border.edge, borders_[longest->border].edge});
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
        const Index face0 = edgeOf(border).face0, face1 = edgeOf(borders_[by.border]).face0;
        return dihedralBetween(unitNormal(mesh_, face0), unitNormal(mesh_, face1), inwardOf(by));
    }

    bool areLevel(const Cover& a, const Cover& b) const { return inwardOf(a).dot(inwardOf(b)) > kLevel; }

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
