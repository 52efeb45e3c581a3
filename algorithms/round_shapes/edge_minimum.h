#pragma once

#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// Where along a segment the signed distance from a round shape is least: at one point, or, if the segment is
/// parallel to a side line or lies in the plane of a disc, on an interval.
struct EdgeMinimum {
    Real low = 0, high = 0;  ///< metres from the segment's beginning; equal for a single point
};

/// `direction`: unit. `slope`: in the interval the distance changes by at most this per metre.
EdgeMinimum edgeMinimum(const PlacedRound& round, const Vec3& begin, const Vec3& direction, Real length,
                        Real slope);

}  // namespace ricochet::round_shapes
