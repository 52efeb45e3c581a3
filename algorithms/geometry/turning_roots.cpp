#include "algorithms/geometry/turning_roots.h"

#include <algorithm>
#include <numbers>

namespace ricochet {
namespace {

/// P cos(angle t) + Q sin(angle t) with P and Q linear in time: the length of (P, Q) times the cosine of a
/// phase whose rate has at most two roots.
struct TurningLine {
    Real p0, p1, q0, q1, angle;

    Real operator()(Real t) const {
        return (p0 + p1 * t) * std::cos(angle * t) + (q0 + q1 * t) * std::sin(angle * t);
    }
    TurningLine rate() const { return {angle * q0 + p1, angle * q1, -angle * p0 + q1, -angle * p1, angle}; }
    Times roots() const { return rootsBetween(*this, splits()); }

private:
    Real phase(Real t) const {
        const Real p = p0 + p1 * t, q = q0 + q1 * t;
        return angle * t - std::atan2(q0, p0) - std::atan2(q * p0 - p * q0, p * p0 + q * q0);
    }
    /// Where the phase reverses: angle (P² + Q²) = turn.
    Times turns() const {
        Times turns;
        const Real turn = q1 * p0 - p1 * q0;
        const Real a = angle * (p1 * p1 + q1 * q1), b = angle * (p0 * p1 + q0 * q1),
                   c = angle * (p0 * p0 + q0 * q0) - turn;
        const Real discriminant = b * b - a * c;
        if (a == 0 || discriminant <= 0) return turns;
        for (Real sign : {-1, 1}) {
            const Real t = (-b + sign * std::sqrt(discriminant)) / a;
            if (0 < t && t < 1) turns.push_back(t);
        }
        return turns;
    }
    /// Where the phase reverses, and where it is a multiple of pi in between: there the cosine has its
    /// extremes, so the function has one root between each two.
    Times splits() const {
        Times ends = turns(), splits;
        ends.push_back(1);
        Real begin = 0;
        for (Real end : ends) {
            const Real from = phase(begin), to = phase(end);
            for (Real level = std::ceil(std::min(from, to) / std::numbers::pi);
                 level * std::numbers::pi < std::max(from, to); ++level) {
                const Real value = level * std::numbers::pi;
                if (from == value || to == value) continue;
                splits.push_back(rootBetween([&](Real t) { return phase(t) - value; }, begin, end,
                                             from - value, to - value));
            }
            if (end < 1) splits.push_back(end);
            begin = end;
        }
        std::ranges::sort(splits);
        return splits;
    }
};

}  // namespace

Times TurningHeight::extremes() const {
    Times extremes;
    const Real amplitude = angle * hypotenuse(sine, versine);
    if (!(std::abs(slope) < amplitude)) return extremes;
    // The rate is slope + amplitude cos(angle t - phase).
    const Real phase = std::atan2(versine, sine), aside = std::acos(-slope / amplitude);
    constexpr Real kTurn = 2 * std::numbers::pi;
    for (Real turn : {phase - aside, phase + aside}) {
        for (turn -= kTurn * std::floor(turn / kTurn); turn < angle; turn += kTurn) {
            extremes.push_back(turn / angle);
        }
    }
    std::ranges::sort(extremes);
    return extremes;
}

Times TurningVolume::extremes() const {
    if (angle == 0) return {};
    // The derivative is a constant plus a turning line, whose derivative is another turning line.
    const TurningLine line{angle * sine - versineSlope, angle * sineSlope, angle * versine + sineSlope,
                           angle * versineSlope, angle};
    return rootsBetween([this](Real t) { return rate(t); }, line.rate().roots());
}

Times TurningDistance::roots() const {
    const Real square2 = angle * angle;
    const TurningHeight bend{2 * square + square2 * versine, 0, -square2 * sine, -square2 * versine, angle};
    const auto rate = [this](Real t) {
        return slope + 2 * square * t + angle * (sine * std::cos(angle * t) + versine * std::sin(angle * t));
    };
    return rootsBetween(*this, rootsBetween(rate, bend.roots()));
}

}  // namespace ricochet
