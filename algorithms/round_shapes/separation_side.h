#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/round_shapes/placed_round.h"
#include "algorithms/round_shapes/touches.h"

#include <optional>

namespace ricochet::round_shapes {

/// The mesh as `exitDirection` asks for it.
struct SolidQuery {
    const NarrowPhase& narrowPhase;
    const Model& model;
    const ContactSurface& surface;
};

/// Where the middle of a round shape has come to be on the wrong side of the mesh: the plane back to where it
/// was last, or, where that is not known, the nearest exit of a solid or up to a terrain. None where the
/// middle is on its right side. `lastSafe`: where the middle was when it was there last, in the mesh's frame;
/// of `mesh`, the faces near the path from there.
std::optional<SeparationPlane> exitDirection(const PlacedRound& round, const MeshView& mesh,
                                             const SolidQuery& query, const std::optional<Vec3>& lastSafe);

}  // namespace ricochet::round_shapes
