#pragma once

#include "algorithms/geometry/types.h"

#include <optional>

namespace ricochet {

/// Whether two closed triangles have a common point. Exact for all finite doubles whose products neither
/// overflow nor underflow. Touching counts, and a triangle without area is treated as a segment or point.
bool intersects(const Triangle& a, const Triangle& b);

struct Segment {
    Vec3 begin;
    Vec3 end;
};

/// The intersection segment of two triangles that properly cross, rounded; along normal(a) x normal(b).
/// None for disjoint, coplanar and degenerate triangles; a point is a segment of length zero.
std::optional<Segment> intersectionSegment(const Triangle& a, const Triangle& b);

}  // namespace ricochet
