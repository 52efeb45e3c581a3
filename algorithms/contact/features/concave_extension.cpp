#include "algorithms/contact/features/concave_extension.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>
#include <optional>

namespace ricochet {
namespace {

/// An edge, and the face from which it is crossed.
struct CrossedEdge {
    Index edge, face;
};

Index faceAcross(const MeshTopology::Edge& edge, Index face) {
    return edge.face0 == face ? edge.face1 : edge.face0;
}

/// Walks around a vertex from an edge across a face to the first edge that is not flat. None where the
/// surface has a gap.
std::optional<CrossedEdge> nextBend(const MeshTopology& topology, Index vertex, CrossedEdge at) {
    while (at.face != kNone) {
        const auto edges = topology.edgesOf(at.face);
        const auto next = std::ranges::find_if(edges, [&](Index e) {
            return e != at.edge && e != kNone &&
                   (topology.edge(e).vertex0 == vertex || topology.edge(e).vertex1 == vertex);
        });
        if (next == edges.end()) return std::nullopt;  // a face without area has no edges
        at.edge = *next;
        const MeshTopology::Edge crossed = topology.edge(at.edge);
        if (crossed.dihedral != Dihedral::flat) return at;
        if (crossed.isSplit || !crossed.isManifold) return std::nullopt;
        at.face = faceAcross(crossed, at.face);
    }
    return std::nullopt;
}

/// Whether a point is past a convex edge in the plane of the face from which it is crossed, and above the
/// face beyond. In the mesh's frame.
bool isPastConvex(const PlacedFeatures& body, const CrossedEdge& bend, const Vec3& point) {
    const Mesh& mesh = body.mesh();
    const MeshTopology::Edge edge = body.topology().edge(bend.edge);
    const Index next = faceAcross(edge, bend.face);
    if (edge.dihedral != Dihedral::convex || next == kNone) return false;
    const EdgeDirections directions = directionsOf(mesh, body.topology(), bend.edge);
    const Vec3& inward = edge.face0 == bend.face ? directions.inward0 : directions.inward1;
    const Vec3 toPoint = point - mesh.vertices()[edge.vertex0];
    const Real rounding = kTolerances.edgeRounding * directions.length;
    return -inward.dot(toPoint) > rounding && unitNormal(mesh, next).dot(toPoint) > rounding;
}

}  // namespace

bool isPastExtension(const PlacedFeatures& body, Index face, Index concaveEdge, const Vec3& point,
                     Real queryDistance) {
    const MeshTopology& topology = body.topology();
    const Vec3 local = body.toLocal(point - body.pose().translation);
    const MeshTopology::Edge edge = topology.edge(concaveEdge);
    for (const Index end : {edge.vertex0, edge.vertex1}) {
        // All faces at a nearer end are near, so that parts of a surface contain them.
        if ((body.mesh().vertices()[end] - local).norm() > queryDistance) continue;
        for (const Index side : {face, faceAcross(edge, face)}) {
            const auto bend = nextBend(topology, end, {concaveEdge, side});
            if (bend && isPastConvex(body, *bend, local)) return true;
        }
    }
    return false;
}

}  // namespace ricochet
