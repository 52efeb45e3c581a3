#pragma once

#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/types.h"

#include <functional>
#include <optional>

namespace ricochet {

/// A part of a surface, in the world.
struct PlacedSurface {
    ScratchVector<Triangle> faces;
    bool hasSides = true;  ///< its faces point outwards; false: an open surface, both sides count
};

/// How far A must move along `n` until none of its faces that point backwards is below one of B's that point
/// forwards: the longest segment along `n` from such a face of A up to such a face of B; zero if there is
/// none. Exact up to rounding, and limited to `most`. All in metres. `lowest` is A's lowest point along `n`;
/// A's faces are requested only if the segment from there is shorter than `most`. If B has no face above that
/// point, although A has a face that begins there, the result is `most`.
Real longestColumn(const Vec3& n, const std::optional<Vec3>& lowest,
                   const std::function<PlacedSurface()>& facesOfA, const PlacedSurface& b, Real maximum);

}  // namespace ricochet
