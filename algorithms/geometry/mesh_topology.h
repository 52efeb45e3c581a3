#pragma once

#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/plain_vector.h"

#include <span>

namespace ricochet {

/// How the surface bends at an edge, seen from outside. A boundary edge counts as convex, unless the boundary
/// edges of other faces run all along it; so does a non-manifold edge.
enum class Dihedral : std::uint8_t { convex, flat, concave };

/// Which faces, edges and vertices meet, and how the surface bends there. Vertices at the same position are
/// one (welded exactly), so meshes with unshared vertices have neighbours too. Faces without area take no
/// part.
struct MeshTopology {
    /// Its direction and where its faces lie: `directionsOf` (surface_directions.h).
    struct Edge {
        Index vertex0, vertex1;  ///< welded vertices; direction as in face0
        Index face0;             ///< the lowest face at the edge: the one that stands for it
        Index face1;             ///< kNone on a boundary edge
        Dihedral dihedral;
        bool isSplit =
            false;        ///< a boundary edge along which others run: `face1` has one of these, not this edge
        bool isManifold;  ///< false: more than two faces, or two that run it in the same direction
        bool isConsistent;  ///< false: face1 runs it in the same direction as face0, or there is none

        bool operator==(const Edge&) const = default;
    };
    static_assert(sizeof(Edge) == 20);

    /// A boundary edge that is split, and of the edges that run along it the one that it shares most with.
    struct Split {
        Index edge, along;
        bool operator==(const Split&) const = default;
    };

    PlainVector<Index> weld;  ///< per vertex: the first vertex at the same position
    PlainVector<Edge> edges;
    std::vector<Split> splits;  ///< ascending; few meshes have any
    /// Per face: the edge from its corner k to k + 1; kNone where the face is degenerate.
    PlainVector<std::array<Index, 3>> faceEdges;
    PlainVector<Index> regions;        ///< per face: connected coplanar region it belongs to
    PlainVector<Index> vertexOwner;    ///< per welded vertex: the one face that stands for it, or kNone
    PlainVector<Index> ringBegin;      ///< per vertex, plus one: where its ring begins in `ring`
    PlainVector<Index> ring;           ///< welded neighbours of each welded vertex
    std::vector<bool> isConvexVertex;  ///< a vertex with a convex edge; others touch nothing first

    Index boundaryEdges = 0;
    Index nonManifoldEdges = 0;
    Index degenerateFaces = 0;

    bool operator==(const MeshTopology&) const = default;

    bool isClosed() const { return boundaryEdges == 0 && nonManifoldEdges == 0; }
    bool isDegenerate(Index face) const { return faceEdges[face][0] == kNone; }
    std::span<const Index> ringOf(Index vertex) const {
        return {ring.data() + ringBegin[vertex], ring.data() + ringBegin[vertex + 1]};
    }
};

/// The backs of a two-sided mesh have edges of their own. The same on any number of threads.
MeshTopology buildTopology(const Mesh& mesh, const Executor& executor = serialExecutor());

/// What buildTopology says of a mesh whose vertices have moved, bit for bit, from what it said before. Which
/// vertices meet is only found anew where other vertices coincide by now, or other faces are without area.
MeshTopology refreshTopology(const Mesh& mesh, const MeshTopology& before);

/// All of it, written or read.
void archiveTopology(Archive& archive, MeshTopology& topology);

/// What it takes in memory.
std::size_t bytesOf(const MeshTopology& topology);

/// How the surface bends where a manifold edge's two faces meet: by their unit normals, and the unit tangent
/// into the second one.
Dihedral dihedralBetween(const Vec3& normal0, const Vec3& normal1, const Vec3& inward1);

/// Refers only to what exists, every owner has its feature, every edge is in the faces that it names.
bool isValid(const MeshTopology& topology, const Mesh& mesh);

}  // namespace ricochet
