#pragma once

#include "algorithms/stencil/layer_source.h"

#include <optional>

namespace ricochet::stencil {

/// How far B's nearest layer is behind A's farthest, pixel by pixel, along the view (figure 6 of the paper).
struct DistanceMap {
    int pixels = 0;
    /// Metres; negative where B extends in front of A's end: the depth along the view. Lowest row first.
    std::vector<Real> distances;
    std::vector<bool> hasA, hasB;

    std::optional<Real> at(std::size_t pixel) const {
        if (!hasA[pixel] || !hasB[pixel]) return std::nullopt;
        return distances[pixel];
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
