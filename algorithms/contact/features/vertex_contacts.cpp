// A vertex in front of an edge or of another vertex is over no face. The normal is the direction between the
// closest points, if it lies in both features' Voronoi regions. For bodies that rest a gap apart that
// direction persists. Without a gap it is undefined once they touch, and the contact would vanish (README).

#include "algorithms/contact/features/vertex_contacts.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Whether the direction lies in the vertex's Voronoi region: all its neighbours are farther back.
bool isInVoronoiRegion(const PlacedFeatures& body, Index vertex, const Vec3& direction) {
    const Vec3 towards = body.toLocal(direction);
    return std::ranges::all_of(body.topology().ringOf(vertex), [&](Index neighbour) {
        return towards.dot(directionBetween(body.mesh(), vertex, neighbour)) < -kTolerances.coneSine;
    });
}

/// Whether the direction lies in the edge's Voronoi region.
bool isInVoronoiRegion(const PlacedEdge& edge, const Vec3& direction) {
    return direction.dot(edge.inward0) < -kTolerances.coneSine &&
           direction.dot(edge.inward1) < -kTolerances.coneSine;
}

/// `isSwapped`: the contact's `onA` is B's point.
template <class IsInRegions>
void addIf(Candidate contact, bool isSwapped, const SpeculativeMargin& margin, std::vector<Candidate>& out,
           IsInRegions&& isInRegions) {
    const Vec3 between = contact.onA - contact.onB;
    contact.gap = between.norm();
    if (contact.gap < kTolerances.shortest || contact.gap > margin.farthestGap()) return;
    contact.normal = between / contact.gap;
    if (!isInRegions(contact.normal)) return;
    if (isSwapped) contact = exchanged(contact, contact.key);
    if (margin.areInQueryDistance(contact.onA, contact.onB)) out.push_back(contact);
}

}  // namespace

void addVertexEdgeContact(const PlacedFeatures& vertexBody, const PlacedVertex& vertex,
                          const PlacedEdge& edge, bool isVertexOfA, const SpeculativeMargin& margin,
                          std::vector<Candidate>& out) {
    const Real along = edge.direction.dot(vertex.position - edge.begin);
    if (!(along > 0 && along < edge.length)) return;  // the ends are vertices
    const Candidate contact{.onA = vertex.position,
                            .onB = edge.at(along),
                            .normal = Vec3::Zero(),
                            .gap = 0,
                            .faceA = vertex.face,
                            .faceB = edge.face,
                            .key = isVertexOfA
                                       ? contactKey(FeaturePair::vertexEdge, vertex.vertex, edge.edge)
                                       : contactKey(FeaturePair::edgeVertex, edge.edge, vertex.vertex)};
    addIf(contact, !isVertexOfA, margin, out, [&](const Vec3& outOfEdge) {
        return isInVoronoiRegion(edge, outOfEdge) && isInVoronoiRegion(vertexBody, vertex.vertex, -outOfEdge);
    });
}

void addVertexVertexContact(const PlacedFeatures& a, const PlacedVertex& vertexA, const PlacedFeatures& b,
                            const PlacedVertex& vertexB, const SpeculativeMargin& margin,
                            std::vector<Candidate>& out) {
    const Candidate contact{.onA = vertexA.position,
                            .onB = vertexB.position,
                            .normal = Vec3::Zero(),
                            .gap = 0,
                            .faceA = vertexA.face,
                            .faceB = vertexB.face,
                            .key = contactKey(FeaturePair::vertexVertex, vertexA.vertex, vertexB.vertex)};
    addIf(contact, false, margin, out, [&](const Vec3& n) {
        return isInVoronoiRegion(a, vertexA.vertex, -n) && isInVoronoiRegion(b, vertexB.vertex, n);
    });
}

}  // namespace ricochet
