#include "algorithms/spherical_field/shells.h"

#include "algorithms/spherical_field/charts.h"

#include <algorithm>
#include <cmath>

namespace ricochet::spherical_field {
namespace {

/// Neutral elements of minimum and maximum.
constexpr Coefficient kEmptyLower = kLargestRadius, kEmptyUpper = 0;

/// Row-major index in a square of the element with Z-order index `k`.
std::size_t rowMajor(Index k, std::size_t stride) {
    const Column at = columnOfZOrder(k);
    return at.j * stride + at.i;
}

Real largestOf(const Samples& samples) {
    Real largest = 0;
    for (std::size_t cell = 0; cell < samples.upper.size(); ++cell) {
        if (!samples.isEmpty(cell)) largest = std::max(largest, samples.upper[cell]);
    }
    return largest;
}

}  // namespace

Samples::Samples(int leafLevel)
    : level(leafLevel),
      lower(kSides * std::size_t{cellsPerSide(leafLevel)}, std::numeric_limits<Real>::infinity()),
      upper(lower.size(), -std::numeric_limits<Real>::infinity()) {}

Shells::Shells(const Samples& samples)
    : level_(samples.level),
      lower_(samples.lower.size(), kEmptyLower),
      upper_(samples.upper.size(), kEmptyUpper) {
    const Real largest = largestOf(samples);
    // Slightly enlarged, so that the largest radius is not rounded up beyond the largest coefficient.
    if (largest > 0) unit_ = largest * (1 + 1e-12) / kLargestRadius;
    const Index perSide = cellsPerSide(level_);
    for (std::size_t cell = 0; cell < samples.lower.size(); ++cell) {
        if (samples.isEmpty(cell)) continue;
        const std::size_t side = cell / perSide;
        const std::size_t at =
            side * perSide + rowMajor(static_cast<Index>(cell % perSide), cellsPerRow(level_));
        lower_[at] = static_cast<Coefficient>(std::floor(samples.lower[cell] / unit_));
        upper_[at] =
            static_cast<Coefficient>(std::min<Real>(kLargestRadius, std::ceil(samples.upper[cell] / unit_)));
    }
    for (std::size_t side = 0; side < kSides; ++side) {
        decomposeSquare(Bound::lower, {&lower_[side * perSide], perSide}, cellsPerRow(level_));
        decomposeSquare(Bound::upper, {&upper_[side * perSide], perSide}, cellsPerRow(level_));
    }
}

void Reconstruction::addLevel() {
    const int level = static_cast<int>(levels_.size());
    const Index perSide = cellsPerSide(shells_.level_), stride = cellsPerRow(shells_.level_);
    ShellLevel& added = levels_.emplace_back();
    for (std::size_t side = 0; side < kSides; ++side) {
        const std::span<Coefficient> lowers(&lower_[side * perSide], perSide);
        const std::span<Coefficient> uppers(&upper_[side * perSide], perSide);
        if (level > 0) {
            composeStep(Bound::lower, lowers, stride, cellsPerRow(level));
            composeStep(Bound::upper, uppers, stride, cellsPerRow(level));
        }
        for (Index k = 0; k < cellsPerSide(level); ++k) {
            const std::size_t at = rowMajor(k, stride);
            added.push_back({shells_.unit_ * lowers[at], shells_.unit_ * uppers[at]});
        }
    }
}

std::vector<ShellLevel> Shells::reconstruct(int upTo) const {
    Reconstruction reconstruction(*this);
    reconstruction.level(upTo);
    return reconstruction.take();
}

std::span<const Coefficient> Shells::coefficients(Bound bound, int side) const {
    const Index perSide = cellsPerSide(level_);
    const std::vector<Coefficient>& all = bound == Bound::lower ? lower_ : upper_;
    return {&all[static_cast<std::size_t>(side) * perSide], perSide};
}

std::size_t Shells::pyramidBytes() const { return std::size_t{cellsUpTo(level_)} * 2 * sizeof(float); }

}  // namespace ricochet::spherical_field
