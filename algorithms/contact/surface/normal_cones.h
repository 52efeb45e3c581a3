#pragma once

#include "algorithms/geometry/mesh_topology.h"

#include <array>
#include <optional>
#include <vector>

namespace ricochet {

inline constexpr std::size_t kConeLevels = 3;  // of `ContactTolerances::coneLevels`

/// The first level that is no less than `tolerance`.
std::size_t coneLevelFor(Real tolerance);

/// Used as a level: all cones oppose one another.
inline constexpr std::size_t kAnyCone = kConeLevels;

/// A circular cone of directions, in the mesh's frame; its half angle is between 0.001 and 1.4 radians. A
/// wider one contains all directions: its sine is so large that it opposes every other cone.
struct NormalCone {
    static constexpr float kAllDirections = 1e4f;
    using Levels = std::array<float, kConeLevels>;

    Eigen::Vector3f axis = Eigen::Vector3f::Zero();
    Levels cosine{};  ///< of the half angle
    Levels sine{kAllDirections, kAllDirections, kAllDirections};
};

struct ConeAngle {
    Real cosine, sine;
};

/// Sine of the half angle of a cone that contains one normal.
float sineOfNormal();
/// Sine of the tolerance beyond the ends of an edge's arc of normals.
float sineBeyondArc(std::size_t level);

/// The normals from which cones are built.
struct SurfaceNormals {
    PlainVector<Vec3> ofFaces;  ///< per front: unit; zero where degenerate
    /// Sums over the faces at their edges, not normalised. Empty for a two-sided mesh, whose vertices are
    /// touched from both sides.
    std::vector<Vec3> ofVertices;
};
/// `ofFaces`: if they are known; else empty.
SurfaceNormals surfaceNormals(const Mesh& mesh, const MeshTopology& topology,
                              const Executor& executor = serialExecutor(), PlainVector<Vec3> ofFaces = {});

/// Builds a cone about all normals at which a face, or a feature that it owns, may be touched: its own
/// normal, the arcs of normals at its convex edges, and the directions at its vertices over which no
/// neighbour rises by more than the level. Not thread-safe.
class ConeBuilder {
public:
    ConeBuilder(const Mesh& mesh, const MeshTopology& topology, const SurfaceNormals& normals)
        : mesh_(mesh), t_(topology), normals_(normals) {}

    /// `face`: a front.
    NormalCone cone(Index face);
    /// Sine of the half angle of a back's cone, about its own normal: wider than necessary, but it stores no
    /// axis. A back owns edges, but no vertices; if it owns edges, the level's `sineBeyondArc` is added. None
    /// if the back may be touched at any normal.
    std::optional<float> backConeSine(Index front) const;

private:
    /// All directions within a half angle of an axis; one half angle per level.
    struct Cap {
        Vec3 axis;
        std::array<ConeAngle, kConeLevels> half;
    };
    /// A neighbour of a vertex, relative to the vertex's mean normal u.
    struct Neighbour {
        Vec3 direction;  ///< unit; if the neighbour rises, only its component perpendicular to u
        Real drop;       ///< sine of its slope below the plane perpendicular to u; not negative
        Real azimuth;    ///< pseudo-angle about u: grows with the angle
    };
    using Cosines = std::array<Real, kConeLevels>;

    /// None if the edge may touch at any normal.
    std::optional<ConeAngle> halfArcAt(const MeshTopology::Edge& edge) const;
    bool addEdge(const MeshTopology::Edge& edge);
    bool addVertex(Index vertex);
    bool sortNeighbours(Index vertex, const Vec3& axis);
    Cosines leastCosines(const Vec3& axis) const;
    void lowerToNearest(Cosines& minimum) const;
    static void lowerToCorner(const Vec3& d, const Vec3& e, const Vec3& axis, Cosines& minimum);
    NormalCone coneAboutCaps() const;

    const Mesh& mesh_;
    const MeshTopology& t_;
    const SurfaceNormals& normals_;
    std::vector<Cap> caps_;
    std::vector<Neighbour> neighbours_;
};

/// The cones of all fronts.
std::vector<NormalCone> buildNormalCones(const Mesh& mesh, const MeshTopology& topology);

}  // namespace ricochet
