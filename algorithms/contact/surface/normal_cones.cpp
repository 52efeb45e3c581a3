// A contact's normal lies in the normal cone of one feature, and its reverse in that of the other. Each face
// has a circular cone about the normals of all features that it owns. One dot product of two axes then
// rejects most pairs of close faces. Angles are added by their sines and cosines.

#include "algorithms/contact/surface/normal_cones.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

constexpr Index kNormalsPerTask = 16384;
const Real kWidestCosine = std::cos(kTolerances.widestCone);
const Real kRoundingCosine = std::cos(kTolerances.coneRounding);
const Real kRoundingSine = std::sin(kTolerances.coneRounding);

/// Tolerance beyond the ends of an edge's arc of normals, by level.
static_assert(kTolerances.coneLevels.size() == kConeLevels);

const std::array<ConeAngle, kConeLevels> kBeyondArc = [] {
    std::array<ConeAngle, kConeLevels> angles;
    std::ranges::transform(kTolerances.coneLevels, angles.begin(), [](Real sine) {
        const Real angle = std::asin(sine) + kTolerances.parallelSine;
        return ConeAngle{std::cos(angle), std::sin(angle)};
    });
    return angles;
}();

Real complementarySine(Real cosine) { return std::sqrt(std::max(1 - cosine * cosine, Real{0})); }

/// Grows with the angle of (x, y), from -2 to 2.
Real pseudoAngle(Real x, Real y) {
    const Real size = std::abs(x) + std::abs(y);
    return size > 0 ? std::copysign(1 - x / size, y) : 0;
}

ConeAngle added(const ConeAngle& a, const ConeAngle& b) {
    return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

}  // namespace

NormalCone ConeBuilder::cone(Index face) {
    Cap own{normals_.ofFaces[face], {}};
    own.half.fill({1, 0});
    caps_.assign(1, own);
    for (Index e : t_.faceEdges[face]) {
        if (e == kNone) return {};
        const bool isOwnConvex = t_.edges[e].face0 == face && t_.edges[e].dihedral == Dihedral::convex;
        if (isOwnConvex && !addEdge(t_.edges[e])) return {};
    }
    for (const Index corner : mesh_.faces()[face]) {
        const Index v = t_.weld[corner];
        const bool isOwnConvex = t_.vertexOwner[v] == face && t_.isConvexVertex[v];
        if (isOwnConvex && !addVertex(v)) return {};
    }
    return coneAboutCaps();
}

std::optional<float> ConeBuilder::backConeSine(Index front) const {
    ConeAngle widest{1, 0};
    for (Index e : t_.faceEdges[front]) {
        if (e == kNone) return {};
        const MeshTopology::Edge& edge = t_.edges[e];
        const bool isOwnConvex = edge.face0 == front && edge.fromBehind(0).dihedral == Dihedral::convex;
        if (!isOwnConvex) continue;
        const std::optional<ConeAngle> halfArc = halfArcAt(edge);
        if (!halfArc) return {};
        const ConeAngle arc = added(*halfArc, *halfArc);
        if (arc.cosine < widest.cosine) widest = arc;
    }
    const ConeAngle rounded = added(widest, {kRoundingCosine, kRoundingSine});
    const bool isTooWide = !(added(rounded, kBeyondArc.back()).cosine > kWidestCosine);
    return isTooWide ? NormalCone::kAllDirections : static_cast<float>(rounded.sine);
}

std::optional<ConeAngle> ConeBuilder::halfArcAt(const MeshTopology::Edge& edge) const {
    if (edge.face1 == kNone || !edge.isManifold) return std::nullopt;
    const Vec3 &n0 = normals_.ofFaces[edge.face0], &n1 = normals_.ofFaces[edge.face1];
    if (n0.dot(n1) < kTolerances.opposed) return std::nullopt;
    return ConeAngle{(n0 + n1).norm() / 2, (n0 - n1).norm() / 2};
}

/// Adds the arc from one face's normal to the other's, with the tolerance beyond its ends. False: the edge
/// may touch at any normal.
bool ConeBuilder::addEdge(const MeshTopology::Edge& edge) {
    const std::optional<ConeAngle> halfArc = halfArcAt(edge);
    if (!halfArc) return false;
    Cap& cap = caps_.emplace_back();
    cap.axis = (normals_.ofFaces[edge.face0] + normals_.ofFaces[edge.face1]) / (2 * halfArc->cosine);
    for (std::size_t l = 0; l < kConeLevels; ++l) cap.half[l] = added(*halfArc, kBeyondArc[l]);
    return true;
}

/// Adds a cap about the mean normal u that contains all n with n·d <= tolerance for all neighbours d. At any
/// azimuth about u, n is bounded by one of the two neighbours next to that azimuth. So no n lies farther from
/// u than the point where the bounds of two successive neighbours meet, or a bound's own nearest point.
/// False: none is narrow enough.
bool ConeBuilder::addVertex(Index vertex) {
    if (normals_.ofVertices.empty()) return false;
    const Vec3& mean = normals_.ofVertices[vertex];
    const Real length = mean.norm();
    if (length < kTolerances.meanNormal) return false;
    const Vec3 axis = mean / length;
    if (!sortNeighbours(vertex, axis)) return false;
    Cap cap{axis, {}};
    const Cosines minimum = leastCosines(axis);
    for (std::size_t l = 0; l < kConeLevels; ++l) {
        if (!(minimum[l] > kWidestCosine)) return false;
        const Real cosine = std::min(minimum[l], Real{1});
        cap.half[l] = {cosine, complementarySine(cosine)};
    }
    caps_.push_back(cap);
    return true;
}

bool ConeBuilder::sortNeighbours(Index vertex, const Vec3& axis) {
    const Vec3 right = axis.unitOrthogonal();
    const Vec3 ahead = axis.cross(right);
    neighbours_.clear();
    for (const Index neighbour : t_.ringOf(vertex)) {
        const Vec3 toNeighbour = mesh_.vertices()[neighbour] - mesh_.vertices()[vertex];
        const Vec3 d = 1 / toNeighbour.norm() * toNeighbour;
        const Real drop = -axis.dot(d);
        const Vec3 level = d + drop * axis;
        neighbours_.push_back(
            {drop < 0 ? level : d, std::max(drop, Real{0}), pseudoAngle(right.dot(level), ahead.dot(level))});
    }
    std::ranges::sort(neighbours_, {}, &Neighbour::azimuth);
    return neighbours_.size() > 2;
}

ConeBuilder::Cosines ConeBuilder::leastCosines(const Vec3& axis) const {
    Cosines minimum;
    minimum.fill(1);
    lowerToNearest(minimum);
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
        const Neighbour& next = neighbours_[i + 1 == neighbours_.size() ? 0 : i + 1];
        lowerToCorner(neighbours_[i].direction, next.direction, axis, minimum);
    }
    return minimum;
}

/// Lowers to where the bound of one neighbour comes nearest to the axis; -1 if it bounds nothing. That is the
/// neighbour that drops most, or among those that rise the one with the shortest level component.
void ConeBuilder::lowerToNearest(Cosines& minimum) const {
    Real drop = -1, shortest2 = 2;
    for (const Neighbour& d : neighbours_) {
        const bool isLevel = d.drop == 0;
        if (isLevel) shortest2 = std::min(shortest2, d.direction.squaredNorm());
        if (!isLevel) drop = std::max(drop, d.drop);
    }
    for (std::size_t l = 0; l < kConeLevels; ++l) {
        const Real tolerance = kTolerances.coneLevels[l];
        if (drop > 0)
            minimum[l] = std::min(minimum[l],
                                  complementarySine(drop) * complementarySine(tolerance) - drop * tolerance);
        if (shortest2 > 1.5) continue;
        const Real rest2 = shortest2 - tolerance * tolerance;
        minimum[l] = rest2 > 0 ? std::min(minimum[l], std::sqrt(rest2 / shortest2)) : -1;
    }
}

/// Lowers to where the bounds of two neighbours meet; -1 if they do not, or if half a turn lies between them.
void ConeBuilder::lowerToCorner(const Vec3& d, const Vec3& e, const Vec3& axis, Cosines& minimum) {
    const Real alongAxis = d.cross(e).dot(axis);
    const Real dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e);
    const Real determinant = dd * ee - de * de;
    if (!(alongAxis > 0) || !(determinant > 0)) return minimum.fill(-1);
    const Real inverse = 1 / determinant;
    const Vec3 foot = inverse * ((ee - de) * d + (dd - de) * e);  // for a tolerance of one
    const Real foot2 = foot.squaredNorm(), footAlong = foot.dot(axis);
    const Real along2 = alongAxis * alongAxis * inverse;
    for (std::size_t l = 0; l < kConeLevels; ++l) {
        const Real tolerance = kTolerances.coneLevels[l];
        const Real rest2 = 1 - tolerance * tolerance * foot2;
        const Real cosine = rest2 > 0 ? tolerance * footAlong + std::sqrt(rest2 * along2) : -1;
        minimum[l] = std::min(minimum[l], cosine);
    }
}

NormalCone ConeBuilder::coneAboutCaps() const {
    Vec3 axis = Vec3::Zero();
    for (const Cap& cap : caps_) axis += cap.axis;
    axis.normalize();
    Cosines minimum;
    minimum.fill(1);
    for (const Cap& cap : caps_) {
        const Real cosine = std::clamp(axis.dot(cap.axis), -1.0, 1.0);
        const ConeAngle aside{cosine, complementarySine(cosine)};
        for (std::size_t l = 0; l < kConeLevels; ++l) {
            const ConeAngle spread = added(aside, cap.half[l]);
            minimum[l] = spread.sine >= 0 ? std::min(minimum[l], spread.cosine) : -1;  // beyond half a turn
        }
    }
    NormalCone cone;
    for (std::size_t l = 0; l < kConeLevels; ++l) {
        const ConeAngle rounded =
            added({minimum[l], complementarySine(minimum[l])}, {kRoundingCosine, kRoundingSine});
        if (!(rounded.cosine > kWidestCosine)) continue;  // contains all directions at this level
        cone.cosine[l] = static_cast<float>(rounded.cosine);
        cone.sine[l] = static_cast<float>(rounded.sine);
    }
    cone.axis = axis.cast<float>();
    return cone;
}

float sineOfNormal() { return static_cast<float>(kRoundingSine); }

float sineBeyondArc(std::size_t level) {
    return std::nextafter(static_cast<float>(kBeyondArc[level].sine), 1.0f);
}

std::size_t coneLevelFor(Real tolerance) {
    const auto level = std::ranges::lower_bound(kTolerances.coneLevels, tolerance);
    return static_cast<std::size_t>(level - kTolerances.coneLevels.begin());
}

SurfaceNormals surfaceNormals(const Mesh& mesh, const MeshTopology& topology, const Executor& executor,
                              PlainVector<Vec3> ofFaces) {
    SurfaceNormals normals{std::move(ofFaces), {}};
    if (normals.ofFaces.empty()) {
        normals.ofFaces.resize(mesh.frontCount());
        forEachPart(executor, mesh.frontCount(), kNormalsPerTask, [&](Index begin, Index end) {
            for (Index f = begin; f < end; ++f) normals.ofFaces[f] = unitNormal(mesh, f);
        });
    }
    if (mesh.isTwoSided()) return normals;
    normals.ofVertices.assign(mesh.vertexCount(), Vec3::Zero());
    for (const MeshTopology::Edge& edge : topology.edges) {
        Vec3 sum = normals.ofFaces[edge.face0];
        if (edge.face1 != kNone) sum += normals.ofFaces[edge.face1];
        normals.ofVertices[edge.vertex0] += sum;
        normals.ofVertices[edge.vertex1] += sum;
    }
    return normals;
}

std::vector<NormalCone> buildNormalCones(const Mesh& mesh, const MeshTopology& topology) {
    const SurfaceNormals normals = surfaceNormals(mesh, topology);
    ConeBuilder builder(mesh, topology, normals);
    std::vector<NormalCone> cones;
    cones.reserve(mesh.frontCount());
    for (Index f = 0; f < mesh.frontCount(); ++f) cones.push_back(builder.cone(f));
    return cones;
}

}  // namespace ricochet
