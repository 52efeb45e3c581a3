#include "algorithms/geometry/two_sided.h"

#include <utility>

namespace ricochet {
namespace {

Dihedral fromBehind(const MeshTopology::Edge& edge) {
    // A true border is convex from either side.
    if (edge.face1 == kNone || !edge.isManifold || edge.dihedral == Dihedral::flat) return edge.dihedral;
    return edge.dihedral == Dihedral::convex ? Dihedral::concave : Dihedral::convex;
}

MeshTopology::Edge backOf(MeshTopology::Edge edge, Index fronts) {
    edge.dihedral = fromBehind(edge);
    edge.face0 += fronts;
    if (edge.face1 != kNone) edge.face1 += fronts;
    std::swap(edge.vertex0, edge.vertex1);
    edge.direction = -edge.direction;
    return edge;
}

}  // namespace

void addBacks(MeshTopology& topology) {
    const auto fronts = static_cast<Index>(topology.normals.size());
    const auto edges = static_cast<Index>(topology.edges.size());
    for (Index f = 0; f < fronts; ++f) {
        const auto [e0, e1, e2] = topology.faceEdges[f];
        const auto back = [&](Index e) { return e == kNone ? kNone : e + edges; };
        topology.faceEdges.push_back({back(e2), back(e1), back(e0)});
        topology.normals.push_back(-topology.normals[f]);
        topology.regions.push_back(topology.regions[f] + fronts);
    }
    for (Index e = 0; e < edges; ++e) {
        const MeshTopology::Edge& front = topology.edges[e];
        if (front.dihedral != Dihedral::flat) {
            topology.isConvexVertex[front.vertex0] = true;
            topology.isConvexVertex[front.vertex1] = true;
        }
        topology.edges.push_back(backOf(front, fronts));
        topology.edgeOwner.push_back(topology.edgeOwner[e] + fronts);
    }
}

}  // namespace ricochet
