#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>
#include <vector>

namespace ricochet {

/// Vector area (square metres) of each hole or crack of the mesh: what a cap over it would have. Edges that
/// the faces run equally often both ways are no border; border edges that share a vertex belong together.
/// Vertices at the same position are one. Empty for a closed mesh.
std::vector<Vec3> boundaryVectorAreas(const Mesh& mesh);

/// Whether the mesh has an inside: it is closed, or what holes it has are cracks, whose vector area is
/// rounding.
bool isClosedButForCracks(const Mesh& mesh);

/// Whether it is, too, no sheet that is closed upon itself, and its faces look outwards: the fronts of a
/// two-sided mesh. `weld` as in MeshTopology.
bool hasInside(const Mesh& mesh, std::span<const Index> weld);

/// Of all faces, square metres.
Real areaOf(const Mesh& mesh);

}  // namespace ricochet
