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

}  // namespace

VertexContacts::VertexContacts(const PlacedFeatures& a, const PlacedFeatures& b,
                               const SpeculativeMargin& margin, std::vector<Candidate>& out)
    : a_(a), b_(b), margin_(margin), out_(out) {}

void VertexContacts::addVertexEdge(const PlacedVertex& vertex, Index vertexFace, const PlacedEdge& edge,
                                   Index edgeFace, VertexOf whose) {
    const Real along = edge.direction.dot(vertex.position - edge.begin);
    if (!(along > 0 && along < edge.length)) return;  // the ends are vertices
    const Vec3 onEdge = edge.at(along);
    const bool isOfA = whose == VertexOf::a;
    const Candidate contact{.onA = vertex.position,
                            .onB = onEdge,
                            .normal = Vec3::Zero(),
                            .gap = 0,
                            .faceA = vertexFace,
                            .faceB = edgeFace,
                            .key = isOfA ? contactKey(FeaturePair::vertexEdge, vertex.vertex, edge.edge)
                                         : contactKey(FeaturePair::edgeVertex, edge.edge, vertex.vertex)};
    const PlacedFeatures& body = isOfA ? a_ : b_;
    addIf(contact, whose, [&](const Vec3& outOfEdge) {
        return isInVoronoiRegion(edge, outOfEdge) && isInVoronoiRegion(body, vertex.vertex, -outOfEdge);
    });
}

void VertexContacts::addVertexVertex(const PlacedVertex& vertexA, Index faceA, const PlacedVertex& vertexB,
                                     Index faceB) {
    const Candidate contact{.onA = vertexA.position,
                            .onB = vertexB.position,
                            .normal = Vec3::Zero(),
                            .gap = 0,
                            .faceA = faceA,
                            .faceB = faceB,
                            .key = contactKey(FeaturePair::vertexVertex, vertexA.vertex, vertexB.vertex)};
    addIf(contact, VertexOf::a, [&](const Vec3& n) {
        return isInVoronoiRegion(a_, vertexA.vertex, -n) && isInVoronoiRegion(b_, vertexB.vertex, n);
    });
}

template <class IsInRegions>
void VertexContacts::addIf(Candidate contact, VertexOf first, IsInRegions&& isInRegions) {
    const Vec3 between = contact.onA - contact.onB;
    contact.gap = between.norm();
    if (contact.gap < kTolerances.shortest || contact.gap > margin_.farthestGap()) return;
    contact.normal = between / contact.gap;
    if (!isInRegions(contact.normal)) return;
    if (first == VertexOf::b) contact = exchanged(contact, contact.key);
    if (margin_.areInQueryDistance(contact.onA, contact.onB)) out_.push_back(contact);
}

}  // namespace ricochet
