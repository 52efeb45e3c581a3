#pragma once

#include "algorithms/geometry/placed_vertices.h"

#include <cstdint>
#include <span>

namespace ricochet {

/// Sproull, Sutherland. A clipping divider. 1968. In three dimensions: one bit for each side of the box that
/// a point is beyond. Points that share a bit have the box on one side of a plane, so a face may be rejected
/// by the AND of its corners' codes; the faces that remain are those whose boxes overlap `box`.
void findOutcodes(const PointList& points, const Aabb& box, std::span<std::uint8_t> codes);

}  // namespace ricochet
