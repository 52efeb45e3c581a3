#pragma once

#include "algorithms/geometry/types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ricochet {

/// Axis-aligned box in float, closed: boxes that touch overlap.
struct SweepBox {
    std::array<float, 3> min, max;  ///< metres

    float extent(Index axis) const { return max[axis] - min[axis]; }
    bool operator==(const SweepBox&) const = default;
};

namespace sweep {

/// Bounds beyond are clamped to this, so that the difference of two bounds is finite.
inline constexpr float kFar = 1e37f;
/// Overlaps nothing, not even a box that extends from one end of the world to the other.
inline constexpr SweepBox kEmpty = {{3 * kFar, 3 * kFar, 3 * kFar}, {-3 * kFar, -3 * kFar, -3 * kFar}};

inline bool isEmpty(const SweepBox& box) { return box.min[0] > kFar; }

inline bool overlaps(const SweepBox& a, const SweepBox& b) {
    bool overlap = true;  // no branches: whether boxes that are near each other overlap cannot be guessed
    for (Index axis = 0; axis < 3; ++axis) {
        overlap &= a.min[axis] <= b.max[axis];
        overlap &= b.min[axis] <= a.max[axis];
    }
    return overlap;
}

/// Nothing lies in every box.
inline bool contains(const SweepBox& outer, const SweepBox& inner) {
    bool isInside = true;
    for (Index axis = 0; axis < 3; ++axis) {
        isInside &= outer.min[axis] <= inner.min[axis];
        isInside &= inner.max[axis] <= outer.max[axis];
    }
    return isInside;
}

inline SweepBox merged(const SweepBox& a, const SweepBox& b) {
    SweepBox both;
    for (Index axis = 0; axis < 3; ++axis) {
        both.min[axis] = std::min(a.min[axis], b.min[axis]);
        both.max[axis] = std::max(a.max[axis], b.max[axis]);
    }
    return both;
}

/// The largest displacement of a bound, in metres.
inline float motionBetween(const SweepBox& a, const SweepBox& b) {
    float motion = 0;
    for (Index axis = 0; axis < 3; ++axis) {
        const float ofMin = std::abs(a.min[axis] - b.min[axis]), ofMax = std::abs(a.max[axis] - b.max[axis]);
        motion = std::max(motion, std::max(ofMin, ofMax));
    }
    return motion;
}

/// No bound is infinite or not a number.
inline bool isPlain(const SweepBox& box) {
    bool plain = true;
    for (Index axis = 0; axis < 3; ++axis) {
        plain &= std::abs(box.min[axis]) <= kFar;
        plain &= std::abs(box.max[axis]) <= kFar;
    }
    return plain;
}

/// The nearest float not above the number; and not below.
inline float roundedDown(double value) {
    const auto rounded = static_cast<float>(value);
    return rounded > value ? std::nextafter(rounded, -std::numeric_limits<float>::infinity()) : rounded;
}
inline float roundedUp(double value) { return -roundedDown(-value); }
inline float roundedDown(float value) { return value; }
inline float roundedUp(float value) { return value; }

/// The box as stored by the sweep: empty if a bound is not a number, with no bound beyond kFar.
inline SweepBox cleaned(const SweepBox& box) {
    if (isPlain(box)) return box;
    SweepBox clean;
    for (Index axis = 0; axis < 3; ++axis) {
        if (std::isnan(box.min[axis]) || std::isnan(box.max[axis])) return kEmpty;
        clean.min[axis] = std::clamp(box.min[axis], -kFar, kFar);
        clean.max[axis] = std::clamp(box.max[axis], -kFar, kFar);
    }
    return clean;
}

}  // namespace sweep
}  // namespace ricochet
