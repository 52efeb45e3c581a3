#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/plain_vector.h"

#include <span>
#include <utility>

namespace ricochet {

class Archive;

/// How the surface bends at an edge, seen from outside. A boundary edge counts as convex, unless the boundary
/// edges of other faces cover its whole length; a non-manifold edge also counts as convex.
enum class Dihedral : std::uint8_t { convex, flat, concave };

/// Adjacency of faces, edges and vertices, and how the surface bends there. Vertices at the same position are
/// one (welded exactly), so meshes with unshared vertices have neighbours too. Faces without area are
/// ignored. Of a two-sided mesh the fronts are stored. Its backs have edges and regions of their own, which
/// follow from those of the fronts: ask `edge`, `edgesOf` and `regionOf`.
struct MeshTopology {
    /// Its direction and those of its faces: `directionsOf` (surface_directions.h).
    struct Edge {
        Index vertex0, vertex1;  ///< welded vertices; direction as in face0
        Index face0;             ///< the lowest face at the edge, which owns it
        Index face1;             ///< kNone on a boundary edge
        Dihedral dihedral;
        bool isSplit = false;  ///< a boundary edge covered by others: `face1` has one of these, not this edge
        bool isManifold;       ///< false: more than two faces, or two that use it in the same direction
        bool isConsistent;     ///< false: face1 uses it in the same direction as face0, or there is none

        bool operator==(const Edge&) const = default;
        /// The same edge of the backs in a mesh with so many fronts, in the direction of their `face0`.
        Edge fromBehind(Index fronts) const {
            Edge back = *this;
            std::swap(back.vertex0, back.vertex1);
            back.face0 += fronts;
            if (face1 != kNone) back.face1 += fronts;
            // A true boundary edge is convex from either side.
            const bool bends = face1 != kNone && isManifold && dihedral != Dihedral::flat;
            if (bends) back.dihedral = dihedral == Dihedral::convex ? Dihedral::concave : Dihedral::convex;
            return back;
        }
    };
    static_assert(sizeof(Edge) == 20);

    /// A boundary edge that is split, and the edge along it with the longest common part.
    struct Split {
        Index edge, along;
        bool operator==(const Split&) const = default;
    };

    PlainVector<Index> weld;  ///< per vertex: the first vertex at the same position
    PlainVector<Edge> edges;
    std::vector<Split> splits;  ///< ascending; few meshes have any
    /// Per front: the edge from its corner k to k + 1; kNone where the face is degenerate.
    PlainVector<std::array<Index, 3>> faceEdges;
    PlainVector<Index> regions;      ///< per front: the connected coplanar region to which it belongs
    PlainVector<Index> vertexOwner;  ///< per welded vertex: the face that owns it, or kNone
    PlainVector<Index> ringBegin;    ///< per vertex, plus one: begin of its ring in `ring`
    PlainVector<Index> ring;         ///< welded neighbours of each welded vertex
    /// A vertex with a convex edge, on either side of a two-sided mesh; others never touch first.
    std::vector<bool> isConvexVertex;

    bool isTwoSided = false;
    Index boundaryEdges = 0;
    Index nonManifoldEdges = 0;
    Index degenerateFaces = 0;

    bool operator==(const MeshTopology&) const = default;

    bool isClosed() const { return boundaryEdges == 0 && nonManifoldEdges == 0; }
    Index frontCount() const { return static_cast<Index>(faceEdges.size()); }
    Index frontEdgeCount() const { return static_cast<Index>(edges.size()); }
    /// With those of backs, which come after those of all fronts, in the same order.
    Index edgeCount() const { return (isTwoSided ? 2 : 1) * frontEdgeCount(); }
    bool isBack(Index face) const { return isTwoSided && face >= frontCount(); }
    bool isBackEdge(Index e) const { return isTwoSided && e >= frontEdgeCount(); }
    Edge edge(Index e) const {
        return isBackEdge(e) ? edges[e - frontEdgeCount()].fromBehind(frontCount()) : edges[e];
    }
    std::array<Index, 3> edgesOf(Index face) const {
        if (!isBack(face)) return faceEdges[face];
        const auto back = [this](Index e) { return e == kNone ? kNone : e + frontEdgeCount(); };
        const auto& [e0, e1, e2] = faceEdges[face - frontCount()];
        return {back(e2), back(e1), back(e0)};
    }
    Index regionOf(Index face) const {
        return isBack(face) ? regions[face - frontCount()] + frontCount() : regions[face];
    }
    bool isDegenerate(Index face) const { return edgesOf(face)[0] == kNone; }
    std::span<const Index> ringOf(Index vertex) const {
        return {ring.data() + ringBegin[vertex], ring.data() + ringBegin[vertex + 1]};
    }
};

/// The same on any number of threads. `normals` gets the fronts' unit normals; null: they are not needed.
MeshTopology buildTopology(const Mesh& mesh, const Executor& executor = serialExecutor(),
                           PlainVector<Vec3>* normals = nullptr);

/// The result of buildTopology for a mesh whose vertices have moved, bit for bit, from the previous topology.
/// Adjacency is only recomputed if other vertices coincide, or other faces have no area.
MeshTopology refreshTopology(const Mesh& mesh, const MeshTopology& before);

/// Writes or reads the topology.
void archiveTopology(Archive& archive, MeshTopology& topology);

/// Memory used.
std::size_t bytesOf(const MeshTopology& topology);

/// From the topology of a mesh to that of a two-sided one with the same faces for its fronts.
void addBacks(MeshTopology& topology);

/// How the surface bends at a manifold edge, from the unit normals of its two faces and the unit tangent into
/// the second one.
Dihedral dihedralBetween(const Vec3& normal0, const Vec3& normal1, const Vec3& inward1);

/// All indices are valid, every owner has its feature, every edge is in the faces that it refers to.
bool isValid(const MeshTopology& topology, const Mesh& mesh);

}  // namespace ricochet
