#pragma once

#include "algorithms/stencil/layer_source.h"

#include <cmath>
#include <optional>

namespace ricochet::stencil {

/// How far A and B are apart along the view, pixel by pixel (figure 6 of the paper).
struct DistanceMap {
    int pixels = 0;
    /// Metres between the two intervals on the pixel's ray that are closest; negative where some overlap:
    /// minus the shift along the ray that separates the deepest two. Infinite where there are no two. Lowest
    /// row first.
    std::vector<Real> distances;
    std::vector<bool> hasA, hasB;

    std::optional<Real> at(std::size_t pixel) const {
        return std::isfinite(distances[pixel]) ? std::optional(distances[pixel]) : std::nullopt;
    }
};

/// On the CPU, from the exact layers.
DistanceMap distanceMap(const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB, const View& view);

/// The same from layers that were drawn.
DistanceMap distanceMap(const PairLayers& layers, const View& view);

/// Red, green, blue of a distance: red to yellow where they overlap, yellow to green to blue where they are
/// apart. `share`: of the farthest distance; negative inside.
std::array<std::uint8_t, 3> distanceColour(Real share);

/// Red, green, blue of every pixel, lowest row first: grey where only A is, pink where only B is, red to
/// yellow where they overlap (deep to none), yellow to green to blue where they are apart (none to `farthest`
/// metres).
std::vector<std::uint8_t> coloured(const DistanceMap& map, Real farthest);

}  // namespace ricochet::stencil
