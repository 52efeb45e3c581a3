// Kim, Rossignac. Collision Prediction for Polyhedra under Screw Motions. 2003: a vertex and a plane, or the
// lines of two edges, touch at the roots of trigonometric functions. Here for any uniform translation and
// rotation, and every root is found: between the roots of its derivative a function has one at most, and the
// derivative's roots have a closed form or are found by the same rule. One minus the cosine replaces the
// cosine, so that a small rotation about a far axis loses no digits.
#pragma once

#include "algorithms/geometry/hypotenuse.h"
#include "algorithms/geometry/types.h"

#include <cmath>
#include <vector>

namespace ricochet {

/// Ascending, of the time from 0 to 1.
using Times = std::vector<Real>;

/// 1 - cos(angle), without cancellation.
inline Real versineOf(Real angle) {
    const Real half = std::sin(0.5 * angle);
    return 2 * half * half;
}

/// The root of a monotone function between two times at which it has different signs, or the last
/// representable time before it: false position (Illinois), and bisection where that is slow.
template <class Function>
Real rootBetween(Function&& f, Real begin, Real end, Real atBegin, Real atEnd) {
    int side = 0;
    for (int i = 0; i < 200 && end - begin > 1e-16; ++i) {
        const Real middle = 0.5 * (begin + end);
        if (!(begin < middle && middle < end)) break;
        const Real falsePosition = (begin * atEnd - end * atBegin) / (atEnd - atBegin);
        const bool halves = i % 4 == 3 || !(begin < falsePosition && falsePosition < end);
        const Real guess = halves ? middle : falsePosition;
        const Real value = f(guess);
        if (value == 0) return guess;
        if ((value < 0) == (atEnd < 0)) {
            end = guess, atEnd = value;
            if (side == -1) atBegin /= 2;
            side = halves ? 0 : -1;
        } else {
            begin = guess, atBegin = value;
            if (side == 1) atEnd /= 2;
            side = halves ? 0 : 1;
        }
    }
    return begin;
}

/// All roots of a function that is monotone between `splits`.
template <class Function>
Times rootsBetween(Function&& f, const Times& splits) {
    Times roots;
    Real begin = 0, atBegin = f(Real(0));
    const auto piece = [&](Real end) {
        const Real atEnd = f(end);
        if (atBegin == 0) {
            roots.push_back(begin);
        } else if (atEnd != 0 && (atBegin < 0) != (atEnd < 0)) {
            roots.push_back(rootBetween(f, begin, end, atBegin, atEnd));
        }
        begin = end, atBegin = atEnd;
    };
    for (Real split : splits) piece(split);
    piece(1);
    if (atBegin == 0) roots.push_back(1);
    return roots;
}

/// Height of a rotating point over a plane:
/// level + slope t + sine sin(angle t) + versine (1 - cos(angle t)).
struct TurningHeight {
    Real level, slope, sine, versine, angle;

    Real operator()(Real t) const {
        return level + slope * t + sine * std::sin(angle * t) + versine * versineOf(angle * t);
    }
    Real rate(Real t) const {
        return slope + angle * (sine * std::cos(angle * t) + versine * std::sin(angle * t));
    }
    /// Upper bound of the magnitude of the second derivative.
    Real bend() const { return angle * angle * hypotenuse(sine, versine); }
    Times extremes() const;
    Times roots() const { return rootsBetween(*this, extremes()); }
};

/// Volume between a rotating edge and a static one: level + slope t + (sine + sineSlope t) sin(angle t) +
/// (versine + versineSlope t) (1 - cos(angle t)).
struct TurningVolume {
    Real level, slope, sine, sineSlope, versine, versineSlope, angle;

    Real operator()(Real t) const {
        return level + slope * t + (sine + sineSlope * t) * std::sin(angle * t) +
               (versine + versineSlope * t) * versineOf(angle * t);
    }
    Real rate(Real t) const {
        const Real turn = std::sin(angle * t);
        return slope + sineSlope * turn + versineSlope * versineOf(angle * t) +
               angle * ((sine + sineSlope * t) * std::cos(angle * t) + (versine + versineSlope * t) * turn);
    }
    /// Upper bound of the magnitude of the second derivative.
    Real bend() const {
        const Real slopes = std::abs(sineSlope) + std::abs(versineSlope);
        return angle * angle * (std::abs(sine) + std::abs(versine) + slopes) + 2 * angle * slopes;
    }
    Times extremes() const;
    Times roots() const { return rootsBetween(*this, extremes()); }
};

/// Squared distance of a point on a helix from a static point:
/// level + slope t + square t² + sine sin(angle t) + versine (1 - cos(angle t)).
struct TurningDistance {
    Real level, slope, square, sine, versine, angle;

    Real operator()(Real t) const {
        return level + (slope + square * t) * t + sine * std::sin(angle * t) + versine * versineOf(angle * t);
    }
    Times roots() const;
};

}  // namespace ricochet
