#pragma once

#include "algorithms/geometry/mesh_topology.h"

#include <span>
#include <vector>

namespace ricochet {

/// An edge that faces do not use equally often in both directions. Vertices at the same position are one.
struct BoundaryEdge {
    Index low, high;  ///< welded vertices
    int balance;      ///< number of uses from the lower vertex to the higher one, less those in reverse

    bool operator==(const BoundaryEdge&) const = default;
};

/// For a two-sided mesh, of its front faces. Depends on which vertices coincide (`weld`, as in MeshTopology),
/// not on their positions.
std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, std::span<const Index> weld);
/// The same, from the mesh's topology.
std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, const MeshTopology& topology);

/// Vector area (square metres) of each hole or crack of the mesh, that is, of a cap over it. Edges that faces
/// use equally often in both directions are not boundary edges; boundary edges that share a vertex belong to
/// one hole. Vertices at the same position are one. Empty for a closed mesh.
std::vector<Vec3> boundaryVectorAreas(const Mesh& mesh);

/// Whether the mesh is closed, or all its holes are cracks, whose vector area is at most rounding error.
bool isClosedButForCracks(const Mesh& mesh);

/// The open edges of a mesh: those of its holes that are larger than cracks, once vertices on its boundary
/// that are closer than 1e-5 of its diagonal count as one.
struct OpenEdges {
    std::size_t count = 0;
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< the first of them, in the mesh's frame
};
/// `boundaryEdges` are the mesh's.
OpenEdges openEdgesOf(const Mesh& mesh, std::span<const BoundaryEdge> boundaryEdges);

/// Whether it has no open edges, or all its holes are cracks, and it encloses a volume, with its faces
/// pointing outwards; of a two-sided mesh, the front faces. `boundaryEdges` are the mesh's. The result is the
/// same on any number of threads.
bool hasInside(const Mesh& mesh, std::span<const BoundaryEdge> boundaryEdges,
               const Executor& executor = serialExecutor());

/// Sums over all faces of a surface.
struct SurfaceSums {
    Real area = 0;    ///< square metres
    Real volume = 0;  ///< cubic metres that the faces enclose; negative if they point inwards
    Real size = 0;    ///< metres: diagonal of the box
};

/// The same for a surface of which only the boundary edges are available; they refer to `vertices`.
bool hasInside(const SurfaceSums& sums, std::span<const Vec3> vertices,
               std::span<const BoundaryEdge> boundaryEdges);

/// Sum over all faces, square metres.
Real areaOf(const Mesh& mesh);

}  // namespace ricochet
