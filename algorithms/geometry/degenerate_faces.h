#pragma once

#include "algorithms/geometry/mesh.h"

namespace ricochet {

/// Whether the corners are exactly collinear, or coincide: the triangle is a segment or a point.
bool isDegenerate(const Triangle& triangle);

}  // namespace ricochet
