#include "algorithms/closest_features/fine_distance.h"

#include "algorithms/geometry/fine_number.h"

#include <Eigen/Geometry>

#include <cmath>

namespace ricochet {
namespace {

using Fine = Eigen::Matrix<FineNumber, 3, 1>;

/// The exponent of the pair's size. Lengths in its unit have fourth powers that doubles can hold.
int unitOf(const PlacedPair& pair) {
    const Real extent = pair.extent();
    return extent > 0 && std::isfinite(extent) ? std::ilogb(extent) : 0;
}

Fine vertexAt(const PlacedPair& pair, Index side, Index vertex) {
    const Vec3 at = side == 0 ? pair.vertexOfA(vertex) : pair.vertexOfB(vertex);
    const int unit = unitOf(pair);
    return at.unaryExpr([unit](Real coordinate) { return std::ldexp(coordinate, -unit); }).cast<FineNumber>();
}

/// A feature's vertices in A's frame: one, two, or three that span it.
struct FineFeature {
    FineFeature(const PlacedPair& pair, Index side, Feature feature) : kind(feature.kind) {
        const Polytope& shape = pair.shape(side);
        if (kind == PolytopePart::vertex) {
            at[0] = vertexAt(pair, side, feature.index);
        } else if (kind == PolytopePart::edge) {
            at[0] = vertexAt(pair, side, shape.edges[feature.index].tail);
            at[1] = vertexAt(pair, side, shape.edges[feature.index].head);
        } else {
            for (Index k = 0; k < 3; ++k) at[k] = vertexAt(pair, side, shape.faces[feature.index].corners[k]);
        }
    }
    PolytopePart kind;
    Fine at[3];
};

FineNumber distanceToVertex(const FineFeature& feature, const Fine& vertex) {
    const Fine arm = vertex - feature.at[0];
    if (feature.kind == PolytopePart::vertex) return arm.norm();
    const Fine along = feature.at[1] - feature.at[0];
    if (feature.kind == PolytopePart::edge) return along.cross(arm).norm() / along.norm();
    const Fine normal = along.cross(feature.at[2] - feature.at[0]);
    return abs(normal.dot(arm)) / normal.norm();
}

/// Exactly parallel lines: the distance of a point of one from the other.
FineNumber distanceOfEdges(const FineFeature& a, const FineFeature& b) {
    const Fine across = (a.at[1] - a.at[0]).cross(b.at[1] - b.at[0]);
    const FineNumber size = across.norm();
    if (!(size > 0)) return distanceToVertex(a, b.at[0]);
    return abs(across.dot(b.at[0] - a.at[0])) / size;
}

/// The shortest vector from the feature to the vertex.
Fine towardsVertex(const FineFeature& feature, const Fine& vertex) {
    const Fine arm = vertex - feature.at[0];
    if (feature.kind == PolytopePart::vertex) return arm;
    const Fine along = feature.at[1] - feature.at[0];
    if (feature.kind == PolytopePart::edge) return arm - along.dot(arm) / along.squaredNorm() * along;
    const Fine normal = along.cross(feature.at[2] - feature.at[0]);
    return normal.dot(arm) < 0 ? Fine(-normal) : normal;
}

Fine towardsEdge(const FineFeature& a, const FineFeature& b) {
    const Fine across = (a.at[1] - a.at[0]).cross(b.at[1] - b.at[0]);
    return across.dot(b.at[0] - a.at[0]) < 0 ? Fine(-across) : across;
}

}  // namespace

Vec3 fineNormal(const PlacedPair& pair, const PolytopeFeatures& features) {
    const FineFeature a(pair, 0, features[0]), b(pair, 1, features[1]);
    Fine normal = Fine::Zero();
    if (b.kind == PolytopePart::vertex) {
        normal = towardsVertex(a, b.at[0]);
    } else if (a.kind == PolytopePart::vertex) {
        normal = -towardsVertex(b, a.at[0]);
    } else {
        normal = towardsEdge(a, b);
    }
    const FineNumber length = normal.norm();
    return length > 0 ? Vec3((normal / length).cast<Real>()) : Vec3::Zero();
}

Real fineDistance(const PlacedPair& pair, const PolytopeFeatures& features) {
    const FineFeature a(pair, 0, features[0]), b(pair, 1, features[1]);
    FineNumber distance;
    if (b.kind == PolytopePart::vertex) {
        distance = distanceToVertex(a, b.at[0]);
    } else if (a.kind == PolytopePart::vertex) {
        distance = distanceToVertex(b, a.at[0]);
    } else {
        distance = distanceOfEdges(a, b);
    }
    return std::ldexp(static_cast<Real>(distance), unitOf(pair));
}

}  // namespace ricochet
