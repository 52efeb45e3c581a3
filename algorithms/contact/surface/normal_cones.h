#pragma once

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/mesh_topology.h"

#include <array>
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

/// For each face a cone about all normals at which a contact may touch the face or a feature that the face
/// stands for: its own normal, the arcs between the normals at its convex edges, and the normals at its
/// vertices that no neighbour of the vertex rises above by more than the level.
std::vector<NormalCone> buildNormalCones(const Mesh& mesh, const MeshTopology& topology);

}  // namespace ricochet
