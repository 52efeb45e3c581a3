#include "algorithms/closest_features/feature_walk.h"
#include "algorithms/closest_features/line_pair.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ricochet {
namespace {

Vec3 normalizedOrZero(const Vec3& v) {
    const Real length = v.norm();
    return length > 0 ? Vec3(v / length) : Vec3::Zero();
}

Witnesses ofEdges(const PlacedPair& pair, Index edgeA, Index edgeB) {
    const LinePair lines = closestOnEdges(pair, edgeA, edgeB);
    const Vec3 normal = normalizedOrZero(lines.across);
    return {lines.onA, lines.onB, normal.dot(lines.onB - lines.onA) < 0 ? Vec3(-normal) : normal};
}

/// The foot of a vertex of the other side on a feature, in the frame of `side`, and the outward normal there.
struct Foot {
    Vec3 point, normal;
};

Foot footOn(const Polytope& shape, Feature feature, const Vec3& point) {
    if (feature.kind == PolytopePart::vertex) {
        const Vec3& vertex = shape.vertices[feature.index];
        return {vertex, normalizedOrZero(point - vertex)};
    }
    if (feature.kind == PolytopePart::edge) {
        const Polytope::Edge& edge = shape.edges[feature.index];
        const Vec3& tail = shape.vertices[edge.tail];
        const Real along = std::clamp(edge.direction.dot(point - tail), Real{0}, edge.length);
        const Vec3 foot = tail + along * edge.direction;
        return {foot, normalizedOrZero(point - foot)};
    }
    const Polytope::Face& face = shape.faces[feature.index];
    if (face.isThin) {
        const Vec3 foot = closestOnThinFace(shape, feature.index, point);
        return {foot, normalizedOrZero(point - foot)};
    }
    return {point - heightAbove(face, point) * face.normal, face.normal};
}

}  // namespace

Witnesses findWitnesses(const PlacedPair& pair, const PolytopeFeatures& f) {
    if (f[0].kind == PolytopePart::edge && f[1].kind == PolytopePart::edge) {
        return ofEdges(pair, f[0].index, f[1].index);
    }
    if (f[1].kind == PolytopePart::vertex) {
        const Vec3 vertex = pair.vertexOfB(f[1].index);
        const Foot foot = footOn(pair.shape(0), f[0], vertex);
        return {foot.point, vertex, foot.normal};
    }
    const Vec3& vertex = pair.vertexOfA(f[0].index);
    const Foot foot = footOn(pair.shape(1), f[1], pair.toOther(0, vertex));
    return {vertex, pair.fromB(foot.point), -pair.turnToOther(1, foot.normal)};
}

}  // namespace ricochet
