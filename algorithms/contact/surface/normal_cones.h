#pragma once

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/mesh_topology.h"

#include <array>
#include <optional>
#include <vector>

namespace ricochet {

/// The first level that is no less than `tolerance`.
std::size_t coneLevelFor(Real tolerance);

/// In the place of a level: all cones oppose one another.
inline constexpr std::size_t kAnyCone = kTolerances.coneLevels.size();

/// A circular cone of directions, in the mesh's frame; its half angle is between a thousandth and 1.4. What
/// is too wide for that holds all directions: its sine is so great that it opposes any other cone.
struct NormalCone {
    static constexpr float kAllDirections = 1e4f;
    using Levels = std::array<float, kTolerances.coneLevels.size()>;

    Eigen::Vector3f axis = Eigen::Vector3f::Zero();
    Levels cosine{};  ///< of the half angle
    Levels sine{kAllDirections, kAllDirections, kAllDirections};
};

/// The cone of a front's back, about the back's normal. It is wider than it need be, but needs no axis.
struct BackCone {
    bool isKnown = false;  ///< false: the back may be touched at any normal
    /// Of the half angle, before a level's `sineBeyondArc` is added where the back has edges of its own.
    float sine = NormalCone::kAllDirections;
};

struct ConeAngle {
    Real cosine, sine;
};

/// Of the half angle of a cone that holds one normal.
float sineOfNormal();
/// What is tolerated beyond the ends of an edge's arc of normals.
float sineBeyondArc(std::size_t level);

/// What cones are made of.
struct SurfaceNormals {
    PlainVector<Vec3> ofFaces;  ///< per front: unit; zero where degenerate
    /// Sums over the faces at their edges, of no particular length; of a two-sided mesh none, as its vertices
    /// are touched from both sides.
    std::vector<Vec3> ofVertices;
};
SurfaceNormals normalsOf(const Mesh& mesh, const MeshTopology& topology,
                         const Executor& executor = serialExecutor());

/// Finds for a face a cone about all normals at which a contact may touch it or a feature that it stands for:
/// its own normal, the arcs between the normals at its convex edges, and the normals at its vertices that no
/// neighbour of the vertex rises above by more than the level. For one thread.
class ConeBuilder {
public:
    ConeBuilder(const Mesh& mesh, const MeshTopology& topology, const SurfaceNormals& normals)
        : mesh_(mesh), t_(topology), normals_(normals) {}

    /// Of a front.
    NormalCone coneOf(Index face);
    /// A back stands for edges, but for no vertices.
    BackCone backConeOf(Index front) const;

private:
    static constexpr std::size_t kLevels = kTolerances.coneLevels.size();
    /// All directions within half angles of an axis, by level.
    struct Cap {
        Vec3 axis;
        std::array<ConeAngle, kLevels> half;
    };
    /// A neighbour of a vertex, against the vertex's mean normal u.
    struct Neighbour {
        Vec3 direction;  ///< unit, or shorter where the neighbour rises: then only what is level of it
        Real drop;       ///< below the plane across u; not negative
        Real azimuth;    ///< about u; grows with the angle, in no unit
    };
    using Cosines = std::array<Real, kLevels>;

    /// Nothing where an edge's normals are any.
    std::optional<ConeAngle> halfArcAt(const MeshTopology::Edge& edge) const;
    bool addEdge(const MeshTopology::Edge& edge);
    bool addVertex(Index vertex);
    bool sortNeighbours(Index vertex, const Vec3& axis);
    Cosines leastCosines(const Vec3& axis) const;
    void lowerToNearest(Cosines& least) const;
    static void lowerToCorner(const Vec3& d, const Vec3& e, const Vec3& axis, Cosines& least);
    NormalCone coneAboutCaps() const;

    const Mesh& mesh_;
    const MeshTopology& t_;
    const SurfaceNormals& normals_;
    std::vector<Cap> caps_;
    std::vector<Neighbour> neighbours_;
};

/// Of all fronts.
std::vector<NormalCone> buildNormalCones(const Mesh& mesh, const MeshTopology& topology);

}  // namespace ricochet
