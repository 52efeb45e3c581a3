#pragma once

#include "algorithms/geometry/mesh.h"

#include <array>
#include <cstdint>
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

/// The faces of a body, or the edges of one without faces, in the order of its parts. Each node and each edge
/// is owned by one element.
struct SoftElements {
    std::vector<Face> corners;  ///< an edge has its last node twice
    std::vector<std::uint8_t>
        owned;                  ///< bit k: the node at corner k; bit 3 + k: the edge from it to the next
    std::vector<Index> parts;   ///< per element, ascending
    std::vector<Real> spacing;  ///< metres, per node: half of the smallest altitude of its faces
    Real largestSpacing = 0;    ///< metres
    bool areFaces = false;

    Index size() const { return static_cast<Index>(corners.size()); }
    bool ownsNode(Index element, Index corner) const { return owned[element] >> corner & 1u; }
    bool ownsEdge(Index element, Index corner) const { return owned[element] >> (3 + corner) & 1u; }
};

/// `positions` (metres): of the nodes, where the body is not deformed.
SoftElements elementsOf(const SoftTopology& topology, std::span<const SoftPart> parts,
                        std::span<const Vec3> positions);

/// A soft body in a step. All positions are in the frame of a mesh, in which the mesh rests.
struct SoftMotion {
    const SoftTopology& topology;
    std::span<const SoftPart> parts;
    std::span<const Vec3> from;  ///< metres: the nodes at the start of the step
    std::span<const Vec3> to;    ///< metres: where they would be at its end without contacts
};

}  // namespace ricochet::soft_contacts
