// The signed distance from a convex solid is convex along a line, so its slope, the normal's component along
// the line, increases from one end to the other and has one zero. The secant method on the slope finds it in
// a few steps; if a step gains too little the interval is bisected (Dekker's method, 1969).

#include "algorithms/round_shapes/edge_minimum.h"

#include <algorithm>
#include <cmath>

namespace ricochet::round_shapes {
namespace {

// Part of the segment's length and the shape's size. A minimum's distance has an error of second order.
constexpr Real kEdgePrecision = 1e-9;
constexpr int kMostHalvings = 100;
constexpr Real kStretch = 0.1;  // of the shape's radius: a shorter interval counts as one point

class SlopeSearch {
public:
    SlopeSearch(const PlacedRound& round, const Vec3& begin, const Vec3& direction, Real length)
        : round_(round),
          begin_(round.toShape(begin)),
          direction_(round.turnedToShape(direction)),
          length_(length) {}

    Real slopeAt(Real t) const { return round_.slope(begin_ + t * direction_, direction_); }

    /// False only if no interval of sufficient length about the minimum has a smaller slope; it would contain
    /// one of the two points.
    bool mayBeFlatAbout(Real minimum, Real slope) const {
        const Real half = kStretch * round_.radius() / 2;
        const auto isFlat = [&](Real t) { return 0 <= t && t <= length_ && std::abs(slopeAt(t)) <= slope; };
        return isFlat(minimum - half) || isFlat(minimum + half);
    }

    /// Where the slope rises through `target`; an end of the segment if it does not.
    Real findSlope(Real target) const {
        Real low = 0, high = length_, atLow = slopeAt(low) - target, atHigh = slopeAt(high) - target;
        if (atLow >= 0) return low;
        if (atHigh <= 0) return high;
        const Real precision = kEdgePrecision * (length_ + round_.radius());
        bool halve = false;
        for (int step = 0; step < kMostHalvings && high - low > precision; ++step) {
            const Real width = high - low;
            Real t = low - atLow * width / (atHigh - atLow);
            if (halve || !(low < t && t < high)) t = low + width / 2;
            const Real slope = slopeAt(t) - target;
            if (slope == 0) return t;
            (slope < 0 ? low : high) = t;
            (slope < 0 ? atLow : atHigh) = slope;
            halve = high - low > width / 2;
        }
        return -atLow < atHigh ? low : high;
    }

private:
    const PlacedRound& round_;
    const Vec3 begin_, direction_;  // in the shape's frame
    const Real length_;
};

}  // namespace

EdgeMinimum edgeMinimum(const PlacedRound& round, const Vec3& begin, const Vec3& direction, Real length,
                        Real slope) {
    if (round.isSphere()) {
        const Real t = std::clamp(direction.dot(round.middle() - begin), Real{0}, length);
        return {t, t};
    }
    const SlopeSearch search(round, begin, direction, length);
    const Real minimum = search.findSlope(0);
    if (slope > 0 && search.mayBeFlatAbout(minimum, slope)) {
        const EdgeMinimum stretch{search.findSlope(-slope), search.findSlope(slope)};
        if (stretch.high - stretch.low > kStretch * round.radius()) return stretch;
    }
    return {minimum, minimum};
}

}  // namespace ricochet::round_shapes
