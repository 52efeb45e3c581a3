#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <span>

namespace ricochet {

/// The paper's fixed box: a cube that contains the object at any orientation. It is moved, never recomputed.
/// `radius` (metres) is that of a sphere about `centre` that contains the object.
SweepBox fixedBox(const Vec3& centre, Real radius);

/// The paper's dynamic box: the tightest one, recomputed from all vertices of the placed object. Its hull's
/// vertices suffice.
SweepBox dynamicBox(std::span<const Vec3> vertices, const Pose& pose);

}  // namespace ricochet
