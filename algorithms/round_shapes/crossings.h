#pragma once

#include "algorithms/round_shapes/mesh_view.h"

namespace ricochet::round_shapes {

/// The first of the view's faces that a segment crosses from front to back; kNone if none.
Index firstFaceCrossed(const MeshView& mesh, const Vec3& from, const Vec3& to);

}  // namespace ricochet::round_shapes
