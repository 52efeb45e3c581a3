// A vertex touches a face if -normal lies in the vertex's normal cone: no neighbour of the vertex may lie
// lower above the face's plane. The cone has a tolerance, so that flush and rotating bodies retain their
// contacts. At a nearly flat vertex it admits both sides; the neighbours' mean direction tells them apart.

#include "algorithms/contact/features/vertex_face.h"

#include "algorithms/contact/features/concave_extension.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ricochet {
namespace {

bool isLowestOver(const PlacedFeatures& body, Index vertex, const Vec3& faceNormal, Real tolerance) {
    const Vec3 up = body.toLocal(faceNormal);
    const std::vector<Vec3>& vertices = body.mesh().vertices();
    Vec3 sum = Vec3::Zero();  // points into the body
    for (const Index neighbour : body.topology().ringOf(vertex)) {
        const Vec3 direction = (vertices[neighbour] - vertices[vertex]).normalized();
        if (up.dot(direction) < -tolerance) return false;
        sum += direction;
    }
    return up.dot(sum) >= -tolerance * sum.norm();
}

/// How far past an edge a point is when it touches the face's plane within the step, or at the step's end.
Real beyondAtTouch(const Vec3& outward, Real beyond, const Vec3& normal, Real gap, const Vec3& displacement) {
    const Real approach = -normal.dot(displacement);
    if (gap <= 0 || approach <= 0) return beyond;
    return beyond + std::min(Real{1}, gap / approach) * outward.dot(displacement);
}

/// The closest point of the face, if the point projects into it, or past a concave edge by no more than the
/// extension: there the face's plane continues inside the solid, so the contact is no ghost contact.
std::optional<Vec3> nearestIfOver(const PlacedFeatures& body, const PlacedFace& face, const Vec3& point,
                                  Real gap, const Vec3& displacement, const SpeculativeMargin& margin) {
    bool isBeyond = false;
    const Triangle local = body.mesh().triangle(face.face);
    for (Index k = 0; k < 3; ++k) {
        const Real length = (local[(k + 1) % 3] - local[k]).norm();
        const Vec3 along = (face.corners[(k + 1) % 3] - face.corners[k]) / length;
        const Vec3 outward = -face.normal.cross(along);
        const Real beyond = outward.dot(point - face.corners[k]);
        if (beyond <= kTolerances.edgeRounding * length) continue;
        const Index edge = body.topology().edgesOf(face.face)[k];
        if (body.topology().edge(edge).dihedral != Dihedral::concave) return std::nullopt;
        // Sliding into a concave corner: the point arrives at the plane within this step, past the edge.
        if (std::min(beyond, beyondAtTouch(outward, beyond, face.normal, gap, displacement)) >
            margin.extensionAt(gap)) {
            return std::nullopt;
        }
        if (isPastExtension(body, face.face, edge, point, margin.queryDistance)) return std::nullopt;
        isBeyond = true;
    }
    if (!isBeyond) return point - gap * face.normal;
    // Near the sharp corner of a face a point may be close to all edge lines and still far from the face.
    const Vec3 nearest = closestPoint(face.corners, point);
    if ((nearest - point).norm() > margin.queryDistance) return std::nullopt;
    return nearest;
}

}  // namespace

void addVertexFaceContact(const PlacedFeatures& vertexBody, const PlacedVertex& vertex,
                          const PlacedFeatures& faceBody, const PlacedFace& face, bool isVertexOfA,
                          const SpeculativeMargin& margin, std::vector<Candidate>& out) {
    const Real gap = face.normal.dot(vertex.position - face.corners[0]);
    if (gap > margin.farthestGap() || gap < -margin.featureDepth) return;
    const Real tolerance = gap > margin.restGap ? margin.landingTolerance : margin.coneTolerance;
    bool needsHistory = false;
    if (!isLowestOver(vertexBody, vertex.vertex, face.normal, tolerance)) {
        needsHistory = margin.isCompliant && gap < margin.restGap &&
                       isLowestOver(vertexBody, vertex.vertex, face.normal, kTolerances.rockingSine);
        if (!needsHistory) return;
    }
    const Vec3 displacement = (isVertexOfA ? 1 : -1) * margin.displacementOfA(vertex.position);
    const auto nearest = nearestIfOver(faceBody, face, vertex.position, gap, displacement, margin);
    if (!nearest) return;
    const Vec3 &onA = isVertexOfA ? vertex.position : *nearest,
               &onB = isVertexOfA ? *nearest : vertex.position;
    if (!margin.areInQueryDistance(onA, onB)) return;

    const Vec3 foot = vertex.position - gap * face.normal;
    const Index region = faceBody.topology().regionOf(face.face);
    const Candidate contact{.onA = vertex.position,
                            .onB = foot,
                            .normal = face.normal,
                            .gap = gap,
                            .faceA = vertex.face,
                            .faceB = face.face,
                            .key = contactKey(FeaturePair::vertexFace, vertex.vertex, region),
                            .needsHistory = needsHistory};
    out.push_back(isVertexOfA
                      ? contact
                      : exchanged(contact, contactKey(FeaturePair::faceVertex, region, vertex.vertex)));
}

}  // namespace ricochet
