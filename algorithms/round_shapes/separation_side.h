#pragma once

#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/round_shapes/placed_round.h"
#include "algorithms/round_shapes/touches.h"

#include <optional>

namespace ricochet::round_shapes {

/// A mesh in its own frame, with all that a query of its faces and its inside needs.
struct SolidQuery {
    const NarrowPhase& narrowPhase;
    const CollisionModel& model;
    const ContactSurface& surface;

    const Mesh& mesh() const { return model.mesh(); }
};

/// If the middle of a round shape is on the wrong side of the mesh: the plane of the face that it has crossed
/// since it was last on the right side; if that is unknown, the nearest exit of a solid, or up to a terrain.
/// None if the middle is on the right side. `lastSafe`: the middle's last position on the right side, in the
/// mesh's frame; `mesh` contains the faces near the path from there.
std::optional<SeparationPlane> exitDirection(const PlacedRound& round, const MeshView& mesh,
                                             const SolidQuery& query, const std::optional<Vec3>& lastSafe);

}  // namespace ricochet::round_shapes
