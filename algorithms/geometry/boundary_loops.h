#pragma once

#include "algorithms/geometry/mesh_topology.h"

#include <span>
#include <vector>

namespace ricochet {

/// An edge that the faces do not run equally often in both directions. Vertices at the same position are one.
struct BoundaryEdge {
    Index low, high;  ///< welded vertices
    int balance;      ///< how often it is run from the lower one to the higher one, less the opposite

    bool operator==(const BoundaryEdge&) const = default;
};

/// Of the fronts of a two-sided mesh. Depends on which vertices meet, `weld` as in MeshTopology, not on where
/// vertices are.
std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, std::span<const Index> weld);
/// The same, from what the mesh's topology knows of it already.
std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, const MeshTopology& topology);

/// Vector area (square metres) of each hole or crack of the mesh: what a cap over it would have. Edges that
/// the faces run equally often in both directions are no boundary; boundary edges that share a vertex belong
/// together. Vertices at the same position are one. Empty for a closed mesh.
std::vector<Vec3> boundaryVectorAreas(const Mesh& mesh);

/// Whether the mesh has an inside: it is closed, or what holes it has are cracks, whose vector area is
/// rounding.
bool isClosedButForCracks(const Mesh& mesh);

/// Whether it is, too, no open surface that is closed upon itself, and its faces look outwards: the fronts of
/// a two-sided mesh. `boundaryEdges` are the mesh's. The same on any number of threads.
bool hasInside(const Mesh& mesh, std::span<const BoundaryEdge> boundaryEdges,
               const Executor& executor = serialExecutor());

/// What is added up over all faces of a surface.
struct SurfaceSums {
    Real area = 0;    ///< square metres
    Real volume = 0;  ///< cubic metres that the faces enclose; negative where they look inwards
    Real size = 0;    ///< metres: diagonal of the box
};

/// The same for a surface of which no more is at hand than its boundary edges; these name `vertices`.
bool hasInside(const SurfaceSums& sums, std::span<const Vec3> vertices,
               std::span<const BoundaryEdge> boundaryEdges);

/// Of all faces, square metres.
Real areaOf(const Mesh& mesh);

}  // namespace ricochet
