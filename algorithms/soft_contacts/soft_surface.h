#pragma once

#include "algorithms/geometry/mesh.h"

#include <array>
#include <span>
#include <vector>

namespace ricochet::soft_contacts {

/// The features of a soft body, by numbers of its nodes.
struct SoftTopology {
    std::vector<std::array<Index, 2>> edges;
    std::vector<Face> faces;
    Index nodes = 0;
};

/// Features that are close together. Each feature of a body is in one part.
struct SoftPart {
    std::vector<Index> nodes, edges, faces;
};

/// Divides a body by the positions of its nodes (metres) into parts of at most 32 nodes. The parts remain
/// compact while the body deforms.
std::vector<SoftPart> divide(const SoftTopology& topology, std::span<const Vec3> positions);

/// A soft body in a step. All positions are in the frame of a mesh, in which the mesh rests.
struct SoftMotion {
    const SoftTopology& topology;
    std::span<const SoftPart> parts;
    std::span<const Vec3> from;  ///< metres: the nodes at the start of the step
    std::span<const Vec3> to;    ///< metres: where they would be at its end without contacts
};

}  // namespace ricochet::soft_contacts
