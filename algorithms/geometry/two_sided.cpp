#include "algorithms/geometry/two_sided.h"

#include <utility>

namespace ricochet {
namespace {

Dihedral fromBehind(const MeshTopology::Edge& edge) {
    // A true boundary edge is convex from either side.
    if (edge.face1 == kNone || !edge.isManifold || edge.dihedral == Dihedral::flat) return edge.dihedral;
    return edge.dihedral == Dihedral::convex ? Dihedral::concave : Dihedral::convex;
}

MeshTopology::Edge backOf(MeshTopology::Edge edge, Index fronts) {
    edge.dihedral = fromBehind(edge);
    edge.face0 += fronts;
    if (edge.face1 != kNone) edge.face1 += fronts;
    std::swap(edge.vertex0, edge.vertex1);
    return edge;
}

}  // namespace

void addBacks(MeshTopology& topology) {
    const auto fronts = static_cast<Index>(topology.faceEdges.size());
    const auto edges = static_cast<Index>(topology.edges.size());
    const std::size_t splits = topology.splits.size();
    topology.faceEdges.reserve(2 * std::size_t{fronts});
    topology.regions.reserve(2 * std::size_t{fronts});
    topology.edges.reserve(2 * std::size_t{edges});
    for (Index f = 0; f < fronts; ++f) {
        const auto [e0, e1, e2] = topology.faceEdges[f];
        const auto back = [&](Index e) { return e == kNone ? kNone : e + edges; };
        topology.faceEdges.push_back({back(e2), back(e1), back(e0)});
        topology.regions.push_back(topology.regions[f] + fronts);
    }
    for (Index e = 0; e < edges; ++e) {
        const MeshTopology::Edge front = topology.edges[e];
        if (front.dihedral != Dihedral::flat) {
            topology.isConvexVertex[front.vertex0] = true;
            topology.isConvexVertex[front.vertex1] = true;
        }
        topology.edges.push_back(backOf(front, fronts));
    }
    for (std::size_t i = 0; i < splits; ++i) {
        const MeshTopology::Split front = topology.splits[i];
        topology.splits.push_back({front.edge + edges, front.along + edges});
    }
}

}  // namespace ricochet
