#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <span>

namespace ricochet {

/// The paper's fixed box: a cube round the object that holds it however it turns. Moved, never made anew.
/// `radius` (metres) is that of a sphere about `centre` that holds the object.
SweepBox fixedBox(const Vec3& centre, Real radius);

/// The paper's dynamic box: the tightest one, made anew from all vertices of the placed object. Its hull's
/// vertices are enough.
SweepBox dynamicBox(std::span<const Vec3> vertices, const Pose& pose);

}  // namespace ricochet
