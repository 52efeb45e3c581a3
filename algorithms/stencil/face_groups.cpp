#include "algorithms/stencil/face_groups.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace ricochet::stencil {
namespace {

/// Interleaves the bits of three numbers below 2^10, so that near points have near codes.
std::uint32_t mortonCode(const Eigen::Array3f& at) {
    std::uint32_t code = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto value = static_cast<std::uint32_t>(std::clamp(at[axis], 0.0f, 1023.0f));
        for (int bit = 0; bit < 10; ++bit) code |= (value >> bit & 1u) << (3 * bit + axis);
    }
    return code;
}

FaceGroups::Box boxOf(std::span<const Eigen::Vector3f> vertices, std::span<const Face> faces) {
    Eigen::Vector3f low = vertices[faces[0][0]], high = low;
    for (const Face& face : faces) {
        for (const Index v : face) {
            low = low.cwiseMin(vertices[v]);
            high = high.cwiseMax(vertices[v]);
        }
    }
    return {0.5 * (low.cast<double>() + high.cast<double>()),
            0.5 * (high.cast<double>() - low.cast<double>())};
}

/// The pixels in which a group may be drawn, ends included, and its least depth.
struct Bounds {
    int left, bottom, right, top;
    float depth;
};

// A row of `snapped` has three products and three sums, each with a relative error of at most 2^-24, and no
// result exceeds the sum of the magnitudes of all terms: in total less than eight times that. A rasteriser's
// interpolation may add the same error again. Rounding to whole steps adds a half.
constexpr double kRounding = 16 * 0x1p-24;

/// None if they contain no pixel's centre.
std::optional<Bounds> windowBounds(const FaceGroups::Box& box, const WindowMatrix& toWindow, int pixels) {
    const Eigen::Matrix<double, 3, 4> m = toWindow.cast<double>();
    const Eigen::Vector3d middle = m.leftCols<3>() * box.middle + m.col(3);
    const Eigen::Vector3d terms =
        m.leftCols<3>().cwiseAbs() * (box.middle.cwiseAbs() + box.half) + m.col(3).cwiseAbs();
    const Eigen::Vector3d half = m.leftCols<3>().cwiseAbs() * box.half + kRounding * terms;
    std::array<int, 2> first{}, last{};
    for (Index axis = 0; axis < 2; ++axis) {
        const auto pixelOf = [&](double steps) { return (steps - kStepsPerPixel / 2) / kStepsPerPixel; };
        const double low = std::ceil(pixelOf(middle[axis] - half[axis] - 1));
        const double high = std::floor(pixelOf(middle[axis] + half[axis] + 1));
        if (!(low <= high) || high < 0 || low > pixels - 1) return std::nullopt;
        first[axis] = static_cast<int>(std::max(low, 0.0));
        last[axis] = static_cast<int>(std::min<double>(high, pixels - 1));
    }
    // Depths are clamped to 0 … 1 before they are compared.
    const double depth = std::clamp(middle.z() - half.z() - kRounding, 0.0, 1.0);
    return Bounds{first[0], first[1], last[0], last[1], std::nextafter(static_cast<float>(depth), -1.0f)};
}

void append(std::vector<FaceRange>& ranges, const FaceRange& range) {
    if (!ranges.empty() && ranges.back().first + ranges.back().count == range.first) {
        ranges.back().count += range.count;
    } else {
        ranges.push_back(range);
    }
}

}  // namespace

FaceRange FaceGroups::range(std::size_t group) const {
    const auto first = static_cast<Index>(group) * kFaces;
    return {first, std::min(kFaces, static_cast<Index>(faces.size()) - first)};
}

FaceGroups groupFaces(std::span<const Eigen::Vector3f> vertices, std::span<const Face> faces) {
    FaceGroups groups;
    if (faces.empty()) return groups;
    const FaceGroups::Box all = boxOf(vertices, faces);
    const Eigen::Array3f low = (all.middle - all.half).cast<float>();
    const Eigen::Array3f scale = 1023.0f / (2 * all.half).cast<float>().array().max(1e-30f);
    std::vector<std::pair<std::uint32_t, Index>> order;
    order.reserve(faces.size());
    for (const Face& face : faces) {
        const Eigen::Array3f middle = (vertices[face[0]] + vertices[face[1]] + vertices[face[2]]) / 3;
        order.emplace_back(mortonCode((middle - low) * scale), static_cast<Index>(order.size()));
    }
    std::sort(order.begin(), order.end());
    for (const auto& [code, face] : order) groups.faces.push_back(faces[face]);
    for (std::size_t first = 0; first < faces.size(); first += FaceGroups::kFaces) {
        const FaceRange range = groups.range(first / FaceGroups::kFaces);
        groups.boxes.push_back(boxOf(vertices, std::span(groups.faces).subspan(range.first, range.count)));
    }
    return groups;
}

bool isValid(const FaceGroups& groups, std::span<const Eigen::Vector3f> vertices,
             std::span<const Face> faces) {
    std::vector<Face> own = groups.faces, given(faces.begin(), faces.end());
    std::sort(own.begin(), own.end());
    std::sort(given.begin(), given.end());
    if (own != given) return false;
    for (std::size_t f = 0; f < groups.faces.size(); ++f) {
        const FaceGroups::Box& box = groups.boxes[f / FaceGroups::kFaces];
        for (const Index v : groups.faces[f]) {
            const Eigen::Vector3d off = (vertices[v].cast<double>() - box.middle).cwiseAbs();
            if ((off.array() > box.half.array() * (1 + 1e-12)).any()) return false;
        }
    }
    return true;
}

GreatestValues::GreatestValues(std::vector<float> values, int pixels) : pixels_(pixels) {
    levels_.push_back(std::move(values));
    for (int side = pixels / 2; side >= 1; side /= 2) {
        const std::vector<float>& finer = levels_.back();
        std::vector<float> coarser(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                const float* const four = finer.data() + (2 * y) * (2 * side) + 2 * x;
                coarser[static_cast<std::size_t>(y * side + x)] =
                    std::max(std::max(four[0], four[1]), std::max(four[2 * side], four[2 * side + 1]));
            }
        }
        levels_.push_back(std::move(coarser));
    }
}

float GreatestValues::in(int left, int bottom, int right, int top) const {
    // On the level where the rectangle has at most five values along an axis.
    const auto longer = static_cast<unsigned>(std::max(right - left, top - bottom));
    const int level = std::max(0, static_cast<int>(std::bit_width(longer)) - 2);
    const std::vector<float>& values = levels_[static_cast<std::size_t>(level)];
    const int side = pixels_ >> level;
    float greatest = values[static_cast<std::size_t>((bottom >> level) * side + (left >> level))];
    for (int y = bottom >> level; y <= top >> level; ++y) {
        for (int x = left >> level; x <= right >> level; ++x) {
            greatest = std::max(greatest, values[static_cast<std::size_t>(y * side + x)]);
        }
    }
    return greatest;
}

std::vector<FaceRange> groupsBefore(const FaceGroups& groups, const WindowMatrix& toWindow,
                                    const GreatestValues& depths) {
    std::vector<FaceRange> ranges;
    for (std::size_t group = 0; group < groups.boxes.size(); ++group) {
        const auto bounds = windowBounds(groups.boxes[group], toWindow, depths.pixels());
        if (!bounds) continue;
        const float greatest = depths.in(bounds->left, bounds->bottom, bounds->right, bounds->top);
        if (bounds->depth <= greatest) append(ranges, groups.range(group));
    }
    return ranges;
}

}  // namespace ricochet::stencil
