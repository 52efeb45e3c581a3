#pragma once

#include "algorithms/geometry/types.h"

#include <optional>

namespace ricochet {

/// Whether two closed triangles have a point in common. Exact for all finite doubles whose products neither
/// overflow nor underflow: touching counts, and a triangle without area is the segment or the point that it
/// is.
bool intersects(const Triangle& a, const Triangle& b);

struct Segment {
    Vec3 begin;
    Vec3 end;
};

/// Where two triangles that properly cross meet, rounded; along normal(a) x normal(b).
/// None for disjoint, coplanar and degenerate triangles; a point comes as a segment of length zero.
std::optional<Segment> intersectionSegment(const Triangle& a, const Triangle& b);

}  // namespace ricochet
