#pragma once

#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// Where along a segment the signed distance from a round shape is least: at one place, or, where the segment
/// runs along a side line or in the plane of a disc, on a stretch.
struct EdgeMinimum {
    Real low = 0, high = 0;  ///< metres from the segment's beginning; the same where there is one place
};

/// `direction`: unit. `slope`: the stretch is where the distance changes by no more than that per metre.
EdgeMinimum edgeMinimum(const PlacedRound& round, const Vec3& begin, const Vec3& direction, Real length,
                        Real slope);

}  // namespace ricochet::round_shapes
