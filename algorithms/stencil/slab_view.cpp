#include "algorithms/stencil/slab_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::stencil {
namespace {

// 16 units in the last place of a float, times the sum of a face's largest coordinate, the window's side and
// the growth: exceeds the rounding error of a square or a slab. README.md derives it.
constexpr Real kSlack = 0x1p-20;
/// Beyond this many pixels (or depths) the slack would be larger than a pixel: such a face is replaced by its
/// box.
constexpr Real kFarthest = 0x1p20;
/// Growth by this lets any face within `kFarthest` cover the window, as larger growth would.
constexpr Real kLargestGrowth = 0x1p21;

float roundedDown(Real value) {
    return std::nextafter(static_cast<float>(value), -std::numeric_limits<float>::infinity());
}
float roundedUp(Real value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

std::array<float, 3> toFloat(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// Along a side of length zero everything is mapped to zero.
Real lengthScale(Real units, Real length) {
    const Real scale = units / length;
    return length > 0 && std::isfinite(scale) ? scale : 0;
}

}  // namespace

SlabView::SlabView(const Aabb& common, Real queryDistance, int pixels) : pixels_(pixels) {
    int depth = 0;
    common.size().minCoeff(&depth);
    axes_ = {(depth + 1) % 3, (depth + 2) % 3, depth};
    for (Index i = 0; i < 3; ++i) {
        min_[i] = common.min[axes_[i]];
        scale_[i] = lengthScale(i == 2 ? 1 : pixels_, common.size()[axes_[i]]);
        // Each mesh is grown by half of the distance, and by a millionth of that for rounding.
        growth_[i] = (1 + 1e-6) * 0.5 * queryDistance * scale_[i];
        growthForShaders_[i] = roundedUp(std::min(growth_[i], kLargestGrowth));
        if (queryDistance == 0) growthForShaders_[i] = 0;
    }
}

std::array<std::uint16_t, 4> SlabView::rectangle(const Vec3& low, const Vec3& high, Real slack) const {
    const auto pixel = [&](Real at) { return static_cast<std::uint16_t>(std::clamp<Real>(at, 0, pixels_)); };
    return {
        pixel(std::floor(low.x() - growth_.x() - slack)), pixel(std::floor(low.y() - growth_.y() - slack)),
        pixel(std::ceil(high.x() + growth_.x() + slack)), pixel(std::ceil(high.y() + growth_.y() + slack))};
}

SlabFace SlabView::boxFace(const Vec3& low, const Vec3& high) const {
    constexpr Real kBeyond = 4;  // outside the depths 0 … 1 of the window
    SlabFace face{};
    face.isBox = 1;
    face.corner0[2] = roundedDown(std::clamp(low.z() - growth_.z(), -kBeyond, kBeyond) - kSlack);
    face.corner1[2] = roundedUp(std::clamp(high.z() + growth_.z(), -kBeyond, kBeyond) + kSlack);
    face.rectangle = rectangle(low, high, 1);
    return face;
}

SlabFace SlabView::face(const Triangle& placed) const {
    std::array<Vec3, 3> corners;
    for (Index k = 0; k < 3; ++k) {
        for (Index i = 0; i < 3; ++i) corners[k][i] = (placed[k][axes_[i]] - min_[i]) * scale_[i];
    }
    const Vec3 low = corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]);
    const Vec3 high = corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]);
    const Vec3 largest = low.cwiseAbs().cwiseMax(high.cwiseAbs());
    if (!(largest.maxCoeff() <= kFarthest)) return boxFace(low, high);
    SlabFace face{};
    face.corner0 = toFloat(corners[0]);
    face.corner1 = toFloat(corners[1]);
    face.corner2 = toFloat(corners[2]);
    face.slack = roundedUp(
        kSlack * (largest.head<2>().maxCoeff() + pixels_ + growthForShaders_[0] + growthForShaders_[1]));
    face.depthSlack = roundedUp(kSlack * (largest.z() + 1 + growthForShaders_[2]));
    face.rectangle = rectangle(low, high, face.slack);
    return face;
}

}  // namespace ricochet::stencil
