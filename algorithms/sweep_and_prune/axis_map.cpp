#include "algorithms/sweep_and_prune/axis_map.h"

#include <algorithm>
#include <cmath>

namespace ricochet::sweep {

AxisMap::AxisMap(std::span<const float> sample, float narrowest, float maximum) {
    constexpr std::size_t kOutliers = 64;  // 1/64 of the sample is ignored at each end
    const std::size_t outliers = sample.size() / kOutliers;
    const float low = sample[outliers], high = sample[sample.size() - 1 - outliers];
    const float margin = (high - low) / kOutliers;
    const float width = (high - low + 2 * margin) / kPieces;
    if (!(width > 0) || !std::isfinite(width) || !std::isfinite(1 / width)) return;
    low_ = low - margin;
    scale_ = 1 / width;

    // Each piece counts one more than its share of the sample, since an empty piece may only be due to a
    // small sample.
    std::array<float, kPieces> share;
    share.fill(1);
    for (const float x : sample) {
        const float piece = std::clamp((x - low_) * scale_, 0.f, static_cast<float>(kPieces - 1));
        share[static_cast<Index>(piece)] += 1;
    }
    const float total = static_cast<float>(sample.size() + kPieces);
    for (Index piece = 0; piece < kPieces; ++piece) {
        knots_[piece + 1] = knots_[piece] + std::min(width / narrowest, maximum * share[piece] / total);
    }
    cells_ = static_cast<Index>(knots_[kPieces]) + 1;
}

}  // namespace ricochet::sweep
