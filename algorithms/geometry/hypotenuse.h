// Borges. An Improved Algorithm for hypot(a, b). 2019.
// Here never with fused multiply-add: other than those of std::hypot, results have the same bits everywhere.
#pragma once

#include "algorithms/geometry/types.h"

#include <cmath>
#include <utility>

namespace ricochet {

/// sqrt(a a + b b), with at most one wrong bit, of numbers whose squares and their error neither overflow nor
/// underflow; others are scaled. NaN of NaN.
inline Real hypotenuse(Real a, Real b) {
    constexpr Real kLarge = 0x1p511, kSmall = 0x1p-459, kScale = 0x1p600, kNegligible = 0x1p-54;
    Real x = std::abs(a), y = std::abs(b);
    if (x < y) std::swap(x, y);
    if (!(y > kNegligible * x)) return x + y;
    if (x > kLarge) return hypotenuse(x / kScale, y / kScale) * kScale;
    if (y < kSmall) return hypotenuse(x * kScale, y * kScale) / kScale;
    const Real root = std::sqrt(x * x + y * y);
    // What the root's square has too much, from differences that are exact.
    if (root <= 2 * y) {
        const Real more = root - y;
        return root - (x * (2 * more - x) + (more - 2 * (x - y)) * more) / (2 * root);
    }
    const Real more = root - x;
    return root - (2 * more * (x - 2 * y) + ((4 * more - y) * y + more * more)) / (2 * root);
}

}  // namespace ricochet
