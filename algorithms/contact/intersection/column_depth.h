#pragma once

#include "algorithms/geometry/types.h"

#include <functional>
#include <optional>
#include <vector>

namespace ricochet {

/// A part of a surface, in the world.
struct PlacedSurface {
    std::vector<Triangle> faces;
    bool hasSides = true;  ///< its faces look outwards; of an open surface either side may
};

/// How far A goes along `n` until none of its faces that look back lies below one of B's that look ahead:
/// the longest line along `n` from the one up to the other. Zero where there is none. Exact, but for
/// rounding; what is longer than `most` counts as that. All in metres. `lowest` is the point of A that is
/// least along `n`; A's faces are asked for only where the line from there is shorter than `most`. Where B
/// has no face above it, though A has one that begins there, the answer is `most`.
Real longestColumn(const Vec3& n, const std::optional<Vec3>& lowest,
                   const std::function<PlacedSurface()>& facesOfA, const PlacedSurface& b, Real most);

}  // namespace ricochet
