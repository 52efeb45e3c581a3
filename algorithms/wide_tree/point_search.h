#pragma once

#include "algorithms/wide_tree/wide_model.h"

#include <optional>

namespace ricochet::wide_tree {

/// The face closest to a point, as in `NarrowPhase::closestFace`; `tree` is that of the placed model.
std::optional<ClosestFace> closestFace(const Tree& tree, const MeshInstance& placed, const PointQuery& query);

}  // namespace ricochet::wide_tree
