#pragma once

#include "algorithms/contact/speculative_margin.h"
#include "algorithms/round_shapes/mesh_view.h"
#include "algorithms/round_shapes/placed_round.h"

#include <vector>

namespace ricochet::round_shapes {

/// Which features of a round shape and of a mesh touch, or come within the margin: features of the round
/// shape over faces, sharp vertices and sharp edges of the mesh near its surface. Each pair of features is
/// one touch, whatever the tessellation. Appends to `out`, ordered by their keys.
void findTouches(const PlacedRound& round, const MeshView& mesh, const SpeculativeMargin& margin,
                 std::vector<Touch>& out);

/// Sine by which the direction of a contact may lie outside the cone of the mesh's feature.
Real coneToleranceOf(const PlacedRound& round, const SpeculativeMargin& margin);

/// Whether an edge may touch something first: the surface falls away from it, however little.
bool isSharp(const MeshView& mesh, Index edge);

/// A plane out of which a round shape is pushed: the contacts of all its points that may touch the plane.
struct SeparationPlane {
    Vec3 point, normal;  ///< unit, out of the mesh
    Index face;
};
void addTouchesWith(const SeparationPlane& plane, const PlacedRound& round, const SpeculativeMargin& margin,
                    std::vector<Touch>& out);

}  // namespace ricochet::round_shapes
