// A contact's normal lies in the normal cones of both its features, opposed. A circular cone about all that a
// face stands for tells by one product of two faces that no contact joins them; most of those that are near
// one another fail it.

#include "algorithms/contact/surface/normal_cones.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace ricochet {
namespace {

constexpr std::size_t kLevels = kTolerances.coneLevels.size();
const Real kWidestCosine = std::cos(kTolerances.widestCone);

using Levels = std::array<Real, kLevels>;
const Levels kConeLevelAngles = [] {
    Levels angles;
    std::ranges::transform(kTolerances.coneLevels, angles.begin(), [](Real sine) { return std::asin(sine); });
    return angles;
}();

/// All directions within half angles of an axis.
struct Cap {
    Vec3 axis;
    Levels half;  ///< radians, by level
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
        if (cosine < kTolerances.opposed) return std::nullopt;
        Cap cap{(n0 + n1).normalized(), {}};
        const Real halfArc = std::acos(std::min(cosine, Real{1})) / 2;
        for (std::size_t l = 0; l < kLevels; ++l) {
            cap.half[l] = halfArc + kConeLevelAngles[l] + kTolerances.parallelSine;
        }
        return cap;
    }

    /// About the mean normal u, directions n with n·d <= tolerance for all neighbours d. Going out from u in
    /// any azimuth, n meets the bound of one of the two neighbours about that azimuth: so no n lies farther
    /// out than where the bounds of two successive neighbours meet, or than a bound's own nearest point.
    std::optional<Cap> capOfVertex(Index vertex) {
        const Vec3& mean = meanNormals_[vertex];
        if (mean.norm() < kTolerances.meanNormal) return std::nullopt;
        const Vec3 axis = mean.normalized();
        if (!sortNeighbours(vertex, axis)) return std::nullopt;
        Cap cap{axis, leastCosines(axis)};
        for (Real& half : cap.half) {
            if (!(half > kWidestCosine)) return std::nullopt;
            half = std::acos(std::min(half, Real{1}));
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

    /// By level.
    Levels leastCosines(const Vec3& axis) const {
        Levels least;
        least.fill(1);
        for (std::size_t i = 0; i < neighbours_.size(); ++i) {
            const Neighbour& next = neighbours_[i + 1 == neighbours_.size() ? 0 : i + 1];
            lowerToNearest(neighbours_[i], least);
            lowerToCorner(neighbours_[i].direction, next.direction, axis, least);
        }
        return least;
    }

    /// Where the bound of one neighbour comes nearest to the axis; -1 where it bounds nothing.
    static void lowerToNearest(const Neighbour& d, Levels& least) {
        const Real size2 = d.direction.squaredNorm();
        const Real out = std::sqrt(std::max(size2 - d.drop * d.drop, Real{0}));
        for (std::size_t l = 0; l < kLevels; ++l) {
            const Real tolerance = kTolerances.coneLevels[l], rest2 = size2 - tolerance * tolerance;
            const Real cosine = rest2 > 0 ? (out * std::sqrt(rest2) - d.drop * tolerance) / size2 : -1;
            least[l] = std::min(least[l], cosine);
        }
    }

    /// Where the bounds of two neighbours meet; -1 where they do not, or half a turn lies between them.
    static void lowerToCorner(const Vec3& d, const Vec3& e, const Vec3& axis, Levels& least) {
        const Real alongAxis = d.cross(e).dot(axis);
        const Real dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e);
        const Real determinant = dd * ee - de * de;
        if (!(alongAxis > 0) || !(determinant > 0)) return least.fill(-1);
        for (std::size_t l = 0; l < kLevels; ++l) {
            const Vec3 foot = kTolerances.coneLevels[l] / determinant * ((ee - de) * d + (dd - de) * e);
            const Real rest2 = 1 - foot.squaredNorm();
            const Real cosine = rest2 > 0 ? foot.dot(axis) + std::sqrt(rest2 / determinant) * alongAxis : -1;
            least[l] = std::min(least[l], cosine);
        }
    }

    NormalCone coneAboutCaps() const {
        Vec3 axis = Vec3::Zero();
        for (const Cap& cap : caps_) axis += cap.axis;
        axis.normalize();
        Levels half{};
        for (const Cap& cap : caps_) {
            const Real aside = std::acos(std::clamp(axis.dot(cap.axis), -1.0, 1.0));
            for (std::size_t l = 0; l < kLevels; ++l) half[l] = std::max(half[l], aside + cap.half[l]);
        }
        NormalCone cone;
        for (std::size_t l = 0; l < kLevels; ++l) {
            const Real rounded = half[l] + kTolerances.coneRounding;
            if (!(rounded < kTolerances.widestCone)) continue;  // holds all directions at this level
            cone.cosine[l] = static_cast<float>(std::cos(rounded));
            cone.sine[l] = static_cast<float>(std::sin(rounded));
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
    const auto level = std::ranges::lower_bound(kTolerances.coneLevels, tolerance);
    assert(level != kTolerances.coneLevels.end());
    return static_cast<std::size_t>(level - kTolerances.coneLevels.begin());
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
