#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <span>

namespace ricochet::sweep {

/// A monotone map from a coordinate to a cell's number, with narrow cells where bodies are dense. The bounds
/// cover nearly all bodies; a few distant ones share the outermost cells.
class AxisMap {
public:
    /// Everything in one cell.
    AxisMap() = default;

    /// `sample`: sorted coordinates. No cell is narrower than `narrowest` (metres); there are at most about
    /// `most` of them.
    AxisMap(std::span<const float> sample, float narrowest, float maximum);

    Index cellOf(float x) const {
        const float position = (x - low_) * scale_;
        if (!(position > 0)) return 0;
        if (position >= kPieces) return cells_ - 1;
        const auto piece = static_cast<Index>(position);
        const float above = knots_[piece + 1];
        const float cell = knots_[piece] + (position - static_cast<float>(piece)) * (above - knots_[piece]);
        return static_cast<Index>(cell < above ? cell
                                               : above);  // rounding must not pass the next piece's first
    }
    Index cells() const { return cells_; }

private:
    static constexpr Index kPieces = 128;  // linear ones

    float low_ = 0, scale_ = 0;
    Index cells_ = 1;
    std::array<float, kPieces + 1>
        knots_{};  ///< ascending: the cell, with its fraction, at each piece's start
};

}  // namespace ricochet::sweep
