#pragma once

#include "algorithms/round_shapes/mesh_view.h"

namespace ricochet::round_shapes {

/// Of the view's faces the first one that a segment crosses from front to back; none: kNone.
Index firstFaceCrossed(const MeshView& mesh, const Vec3& from, const Vec3& to);

}  // namespace ricochet::round_shapes
