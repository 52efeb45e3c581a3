// A contact's normal lies in the normal cones of both its features, opposed. A circular cone about all that a
// face stands for tells by one product of two faces that no contact joins them; most of those that are near
// one another fail it.

#include "algorithms/contact/normal_cones.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace ricochet {
namespace {

constexpr std::size_t kLevels = kConeLevels.size();
constexpr Real kWidest = 1.4;          // radians: cones wider than that hold all directions
constexpr Real kRounding = 1e-3;       // radians: of axes in float, and of Bullet's matrices
constexpr Real kParallelAside = 0.02;  // radians: parallel edges' contacts may lean along them by so much
constexpr Real kKnife = -0.9;          // cosine between the faces of an edge whose normals have no middle

// Normals about a vertex that sum up to less have no mean, as on a two-sided mesh, where they cancel.
constexpr Real kNoMean = 1e-6;

/// All directions within half angles of an axis.
struct Cap {
    Vec3 axis;
    std::array<Real, kLevels> half;  ///< radians, by level
};

/// A neighbour of a vertex, against the vertex's mean normal u.
struct Neighbour {
    Vec3 direction;  ///< unit, or shorter where the neighbour rises: then only what is level of it
    Real drop;       ///< below the plane across u; not negative
    Real azimuth;    ///< about u; grows with the angle, in no unit
};

/// Grows with the angle of (x, y), from -2 to 2.
Real pseudoAngle(Real x, Real y) {
    const Real size = std::abs(x) + std::abs(y);
    return size > 0 ? std::copysign(1 - x / size, y) : 0;
}

class ConeBuilder {
public:
    explicit ConeBuilder(const MeshTopology& topology) : t_(topology) { sumVertexNormals(); }

    NormalCone coneOf(Index face, const Face& corners) {
        caps_.assign(1, {t_.normals[face], {}});
        for (Index e : t_.faceEdges[face]) {
            if (e == kNone) return {};
            const bool isAsked = t_.edgeOwner[e] == face && t_.edges[e].dihedral == Dihedral::convex;
            if (isAsked && !add(capOfEdge(t_.edges[e]))) return {};
        }
        for (Index v : corners) {
            const bool isAsked = t_.vertexOwner[v] == face && t_.isConvexVertex[v];
            if (isAsked && !add(capOfVertex(v))) return {};
        }
        return coneAboutCaps();
    }

private:
    void sumVertexNormals() {
        meanNormals_.assign(t_.vertexOwner.size(), Vec3::Zero());
        for (const MeshTopology::Edge& edge : t_.edges) {
            Vec3 sum = t_.normals[edge.face0];
            if (edge.face1 != kNone) sum += t_.normals[edge.face1];
            meanNormals_[edge.vertex0] += sum;
            meanNormals_[edge.vertex1] += sum;
        }
    }

    bool add(const std::optional<Cap>& cap) {
        if (cap) caps_.push_back(*cap);
        return cap.has_value();
    }

    /// The arc from one face's normal to the other's, and what is tolerated beyond its ends.
    std::optional<Cap> capOfEdge(const MeshTopology::Edge& edge) const {
        if (edge.face1 == kNone || !edge.isManifold) return std::nullopt;
        const Vec3 &n0 = t_.normals[edge.face0], &n1 = t_.normals[edge.face1];
        const Real cosine = n0.dot(n1);
        if (cosine < kKnife) return std::nullopt;
        Cap cap{(n0 + n1).normalized(), {}};
        const Real halfArc = std::acos(std::min(cosine, Real{1})) / 2;
        for (std::size_t l = 0; l < kLevels; ++l) {
            cap.half[l] = halfArc + std::asin(kConeLevels[l]) + kParallelAside;
        }
        return cap;
    }

    /// About the mean normal u, directions n with n·d <= tolerance for all neighbours d. Going out from u in
    /// any azimuth, n meets the bound of one of the two neighbours about that azimuth: so no n lies farther
    /// out than where the bounds of two successive neighbours meet, or than a bound's own nearest point.
    std::optional<Cap> capOfVertex(Index vertex) {
        const Vec3& mean = meanNormals_[vertex];
        if (mean.norm() < kNoMean) return std::nullopt;
        const Vec3 axis = mean.normalized();
        if (!sortNeighbours(vertex, axis)) return std::nullopt;
        Cap cap{axis, {}};
        for (std::size_t l = 0; l < kLevels; ++l) {
            const Real cosine = leastCosine(axis, kConeLevels[l]);
            if (!(cosine > std::cos(kWidest))) return std::nullopt;
            cap.half[l] = std::acos(std::min(cosine, Real{1}));
        }
        return cap;
    }

    bool sortNeighbours(Index vertex, const Vec3& axis) {
        const Vec3 right = axis.unitOrthogonal();
        const Vec3 ahead = axis.cross(right);
        neighbours_.clear();
        for (const Vec3& d : t_.ringDirectionsOf(vertex)) {
            const Real drop = -axis.dot(d);
            const Vec3 level = d + drop * axis;
            neighbours_.push_back({drop < 0 ? level : d, std::max(drop, Real{0}),
                                   pseudoAngle(right.dot(level), ahead.dot(level))});
        }
        std::ranges::sort(neighbours_, {}, &Neighbour::azimuth);
        return neighbours_.size() > 2;
    }

    Real leastCosine(const Vec3& axis, Real tolerance) const {
        Real least = 1;
        for (std::size_t i = 0; i < neighbours_.size(); ++i) {
            const Neighbour& next = neighbours_[(i + 1) % neighbours_.size()];
            least = std::min({least, cosineOfNearest(neighbours_[i], tolerance),
                              cosineOfCorner(neighbours_[i].direction, next.direction, axis, tolerance)});
        }
        return least;
    }

    /// Where the bound of one neighbour comes nearest to the axis; -1 where it bounds nothing.
    static Real cosineOfNearest(const Neighbour& d, Real tolerance) {
        const Real size2 = d.direction.squaredNorm();
        const Real rest2 = size2 - tolerance * tolerance;
        if (!(rest2 > 0)) return -1;
        const Real out = std::sqrt(std::max(size2 - d.drop * d.drop, Real{0}));
        return (out * std::sqrt(rest2) - d.drop * tolerance) / size2;
    }

    /// Where the bounds of two neighbours meet; -1 where they do not, or half a turn lies between them.
    static Real cosineOfCorner(const Vec3& d, const Vec3& e, const Vec3& axis, Real tolerance) {
        const Vec3 across = d.cross(e);
        const Real dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e);
        const Real determinant = dd * ee - de * de;
        if (!(across.dot(axis) > 0) || !(determinant > 0)) return -1;
        const Vec3 foot = tolerance / determinant * ((ee - de) * d + (dd - de) * e);
        const Real rest2 = 1 - foot.squaredNorm();
        if (!(rest2 > 0)) return -1;
        return foot.dot(axis) + std::sqrt(rest2 / determinant) * across.dot(axis);
    }

    NormalCone coneAboutCaps() const {
        Vec3 axis = Vec3::Zero();
        for (const Cap& cap : caps_) axis += cap.axis;
        axis.normalize();
        NormalCone cone;
        for (std::size_t l = 0; l < kLevels; ++l) {
            Real half = 0;
            for (const Cap& cap : caps_) {
                half = std::max(half, std::acos(std::clamp(axis.dot(cap.axis), -1.0, 1.0)) + cap.half[l]);
            }
            half += kRounding;
            if (!(half < kWidest)) continue;  // holds all directions at this level
            cone.cosine[l] = static_cast<float>(std::cos(half));
            cone.sine[l] = static_cast<float>(std::sin(half));
        }
        cone.axis = axis.cast<float>();
        return cone;
    }

    const MeshTopology& t_;
    std::vector<Vec3> meanNormals_;  ///< per vertex; of no particular length
    std::vector<Cap> caps_;
    std::vector<Neighbour> neighbours_;
};

}  // namespace

std::size_t coneLevelFor(Real tolerance) {
    const auto level = std::ranges::lower_bound(kConeLevels, tolerance);
    assert(level != kConeLevels.end());
    return static_cast<std::size_t>(level - kConeLevels.begin());
}

std::vector<NormalCone> buildNormalCones(const Mesh& mesh, const MeshTopology& topology) {
    ConeBuilder builder(topology);
    std::vector<NormalCone> cones;
    cones.reserve(mesh.faceCount());
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        Face corners = mesh.faces()[f];
        for (Index& corner : corners) corner = topology.weld[corner];
        cones.push_back(builder.coneOf(f, corners));
    }
    return cones;
}

}  // namespace ricochet
