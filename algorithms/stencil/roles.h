#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/view.h"

namespace ricochet::stencil {

/// Which of two solids is the A of the passes.
enum class Roles { asGiven, swapped };

constexpr Roles otherThan(Roles roles) { return roles == Roles::asGiven ? Roles::swapped : Roles::asGiven; }

/// The properties of a solid on which the choice depends.
struct RoleCandidate {
    const Mesh* mesh;
    Pose pose;
    bool isConvex = false;
};

/// The paper's choice: of a convex and a concave solid the convex one is A, so that counters decide every
/// pixel; of two concave ones the one with more faces, whose layers need not be counted; of two convex ones
/// the nearer along the view, so that test (2) fails where they are apart.
Roles firstRoles(const RoleCandidate& first, const RoleCandidate& second, const View& view);

/// The paper's choice for the next step of two convex solids: swapped if more pixels had two layers of B
/// before A's end, and so needed the second pass, than one. `counts`: of the last examination, after one pass
/// or both.
Roles rolesAfter(Roles roles, const PixelCounts& counts);

/// Whether the mesh is a closed surface without a concave edge, of one piece.
bool isConvex(const Mesh& mesh, const MeshTopology& topology);

}  // namespace ricochet::stencil
