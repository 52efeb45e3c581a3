#pragma once

#include "algorithms/geometry/predicates.h"

#include <array>
#include <span>

namespace ricochet {

/// Counter-clockwise, with an area.
using FlatTriangle = std::array<Vec2, 3>;

/// Whether closed triangles cover a convex, counter-clockwise polygon that contains them all, however they
/// touch, overlap or divide one another's sides. Exact, within the range of the predicates.
bool covers(std::span<const FlatTriangle> triangles, std::span<const Vec2> polygon);

}  // namespace ricochet
