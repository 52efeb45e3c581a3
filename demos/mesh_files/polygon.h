#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <span>
#include <vector>

namespace ricochet {

using PolygonTriangle = std::array<std::uint32_t, 3>;  ///< numbers of the polygon's corners

/// Triangles that fill a polygon without leaving its outline, in its orientation; it may be slightly warped
/// (its outline is that which one sees along its mean normal). A fan about the first corner where that will
/// do, so that convex polygons keep the order that other readers give them; else by the tessellator of the
/// OpenGL Utility Library. No corner is added or moved. An error is one sentence without the polygon's name:
/// where the outline crosses or touches itself. Three corners or more, all finite.
Result<std::vector<PolygonTriangle>> triangulate(std::span<const Vec3> corners);

}  // namespace ricochet
