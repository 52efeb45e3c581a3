#include "algorithms/contact/features/concave_extension.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>

namespace ricochet {
namespace {

Index faceAcross(const MeshTopology::Edge& edge, Index face) {
    return edge.face0 == face ? edge.face1 : edge.face0;
}

/// Walks around a vertex from an edge across a face to the first edge that is not flat, and to the face from
/// which that is crossed. False where the surface has a gap.
bool findNextBend(const MeshTopology& topology, Index vertex, Index& edge, Index& face) {
    while (face != kNone) {
        const auto edges = topology.edgesOf(face);
        const auto next = std::ranges::find_if(edges, [&](Index e) {
            return e != edge && e != kNone &&
                   (topology.edge(e).vertex0 == vertex || topology.edge(e).vertex1 == vertex);
        });
        if (next == edges.end()) return false;  // a face without area has no edges
        edge = *next;
        const MeshTopology::Edge crossed = topology.edge(edge);
        if (crossed.dihedral != Dihedral::flat) return true;
        if (crossed.isSplit || !crossed.isManifold) return false;
        face = faceAcross(crossed, face);
    }
    return false;
}

/// Whether a point is past a convex edge in the plane of the face from which it is crossed, and above the
/// face beyond. In the mesh's frame.
bool isPastConvex(const PlacedFeatures& body, Index bend, Index face, const Vec3& point) {
    const Mesh& mesh = body.mesh();
    const MeshTopology::Edge edge = body.topology().edge(bend);
    const Index next = faceAcross(edge, face);
    if (edge.dihedral != Dihedral::convex || next == kNone) return false;
    const EdgeDirections directions = directionsOf(mesh, body.topology(), bend);
    const Vec3& inward = edge.face0 == face ? directions.inward0 : directions.inward1;
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
        for (Index side : {face, faceAcross(edge, face)}) {
            Index bend = concaveEdge;
            if (findNextBend(topology, end, bend, side) && isPastConvex(body, bend, side, local)) return true;
        }
    }
    return false;
}

}  // namespace ricochet
