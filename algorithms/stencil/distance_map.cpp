#include "algorithms/stencil/distance_map.h"

#include "algorithms/stencil/pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::stencil {
namespace {

using Colour = Eigen::Vector3d;

const Colour kNothing(1, 1, 1), kOnlyA(0.6, 0.6, 0.6), kOnlyB(1, 0.75, 0.8);
const Colour kRed(0.85, 0.05, 0.05), kYellow(1, 0.9, 0.1), kGreen(0.1, 0.65, 0.2), kBlue(0.15, 0.3, 0.8);

Colour between(const Colour& from, const Colour& to, Real share) {
    return from + std::clamp<Real>(share, 0, 1) * (to - from);
}

/// `share`: fraction of the greatest distance; negative inside.
Colour shareColour(Real share) {
    if (share < 0) return between(kYellow, kRed, -share);
    return share < 0.5 ? between(kYellow, kGreen, 2 * share) : between(kGreen, kBlue, 2 * share - 1);
}

}  // namespace

DistanceMap distanceMap(const PairLayers& layers, const View& view) {
    constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
    const auto count = static_cast<std::size_t>(view.pixels) * static_cast<std::size_t>(view.pixels);
    DistanceMap map{view.pixels, std::vector<Real>(count, kInfinity), std::vector<bool>(count),
                    std::vector<bool>(count)};
    for (const Layer& layer : layers.a) map.hasA[layer.pixel] = true;
    for (const Layer& layer : layers.b) map.hasB[layer.pixel] = true;
    for (const Piece& piece : piecesOf(layers, view, kInfinity)) {
        map.distances[piece.pixel] = std::min(map.distances[piece.pixel], piece.distance);
    }
    return map;
}

DistanceMap distanceMap(const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB,
                        const View& view) {
    return distanceMap(PairLayers{rasterise(a, poseA, view), rasterise(b, poseB, view)}, view);
}

std::array<std::uint8_t, 3> distanceColour(Real share) {
    const Colour colour = shareColour(share);
    std::array<std::uint8_t, 3> bytes{};
    for (Index i = 0; i < 3; ++i) bytes[i] = static_cast<std::uint8_t>(std::lround(255 * colour[i]));
    return bytes;
}

std::vector<std::uint8_t> coloured(const DistanceMap& map, Real farthest) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(3 * map.distances.size());
    for (std::size_t i = 0; i < map.distances.size(); ++i) {
        Colour colour = map.hasA[i] ? kOnlyA : map.hasB[i] ? kOnlyB : kNothing;
        if (const auto distance = map.at(i)) colour = shareColour(*distance / farthest);
        for (const Real part : colour) pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * part)));
    }
    return pixels;
}

}  // namespace ricochet::stencil
