#include "algorithms/geometry/surface_directions.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Real kNoArea = 1e-12;  // doubled area over squared longest edge; below it the normal is noise

Real longestEdgeSquared(const Triangle& t) {
    return std::max({(t[1] - t[0]).squaredNorm(), (t[2] - t[1]).squaredNorm(), (t[0] - t[2]).squaredNorm()});
}

Vec3 frontNormal(const Triangle& t) {
    const Vec3 doubledArea = (t[1] - t[0]).cross(t[2] - t[0]);
    const Real length = doubledArea.norm();
    if (!(length > kNoArea * longestEdgeSquared(t))) return Vec3::Zero();
    return doubledArea / length;
}

/// The edge whose face0 is the face1 of a split edge.
Index edgeAlongside(const MeshTopology& topology, Index edge) {
    const Index first = topology.isBackEdge(edge) ? topology.frontEdgeCount() : 0;  // of its side
    const Index front = edge - first;
    return std::ranges::lower_bound(topology.splits, front, {}, &MeshTopology::Split::edge)->along + first;
}

}  // namespace

Vec3 unitNormal(const Mesh& mesh, Index face) {
    if (!mesh.isBack(face)) return frontNormal(mesh.triangle(face));
    return -frontNormal(mesh.triangle(mesh.frontOf(face)));
}

EdgeDirections directionsOf(const Mesh& mesh, const MeshTopology& topology, Index e) {
    const MeshTopology::Edge edge = topology.edge(e);
    const Vec3 difference = mesh.vertices()[edge.vertex1] - mesh.vertices()[edge.vertex0];
    EdgeDirections directions;
    directions.length = difference.norm();
    directions.along = difference / directions.length;
    directions.normal0 = directions.normal1 = unitNormal(mesh, edge.face0);
    directions.inward0 = directions.inward1 = directions.normal0.cross(directions.along);
    if (edge.face1 == kNone) return directions;
    directions.normal1 = unitNormal(mesh, edge.face1);
    if (edge.isSplit) {
        const MeshTopology::Edge other = topology.edge(edgeAlongside(topology, e));
        directions.inward1 = directions.normal1.cross(directionBetween(mesh, other.vertex0, other.vertex1));
    } else {
        const Vec3 across = directions.normal1.cross(directions.along);
        directions.inward1 = edge.isConsistent ? Vec3(-across) : across;
    }
    return directions;
}

}  // namespace ricochet
