// Kim, Rossignac. Collision Prediction for Polyhedra under Screw Motions. 2003: a vertex and a plane, or the
// lines of two edges, meet at the roots of trigonometric functions. Here for any even shift and turn, and
// every root is found: between the roots of its derivative, which has a closed form or is taken apart in the
// same way, a function has one at most. No gap, and one of the two bodies stands; where roots are double,
// either answer may come out.
#pragma once

#include "algorithms/geometry/closest_points.h"
#include "algorithms/swept/rigid_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace ricochet::test {

/// Ascending, of the time from 0 to 1.
using Times = std::vector<Real>;

/// The root of a function between two times at which it has different signs: false position (Illinois).
template <class Function>
Real rootBetween(Function&& f, Real begin, Real end, Real atBegin, Real atEnd) {
    int side = 0;
    for (int i = 0; i < 100 && end - begin > 1e-15; ++i) {
        const Real time = (begin * atEnd - end * atBegin) / (atEnd - atBegin), value = f(time);
        if (value == 0) return time;
        if ((value < 0) == (atEnd < 0)) {
            end = time, atEnd = value;
            if (side == -1) atBegin /= 2;
            side = -1;
        } else {
            begin = time, atBegin = value;
            if (side == 1) atEnd /= 2;
            side = 1;
        }
        if (std::abs(value) < 1e-17) return time;
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
    return roots;
}

/// P cos(angle t) + Q sin(angle t) with P and Q linear in time: the length of (P, Q) times the cosine of an
/// angle whose rate has at most two roots.
struct TurningLine {
    Real p0, p1, q0, q1, angle;

    Real operator()(Real t) const {
        return (p0 + p1 * t) * std::cos(angle * t) + (q0 + q1 * t) * std::sin(angle * t);
    }
    Times roots() const { return rootsBetween(*this, splits()); }

private:
    Real phase(Real t) const {
        const Real p = p0 + p1 * t, q = q0 + q1 * t;
        return angle * t - std::atan2(q0, p0) - std::atan2(q * p0 - p * q0, p * p0 + q * q0);
    }
    /// Where the phase turns back, and where it is a multiple of pi in between: there the function has its
    /// extremes but for the length, and one root between each two.
    Times splits() const {
        Times turns;
        const Real turn = q1 * p0 - p1 * q0;
        // angle (P² + Q²) = turn
        const Real a = angle * (p1 * p1 + q1 * q1), b = angle * (p0 * p1 + q0 * q1),
                   c = angle * (p0 * p0 + q0 * q0) - turn;
        const Real discriminant = b * b - a * c;
        if (a != 0 && discriminant > 0) {
            for (Real sign : {-1, 1}) {
                const Real t = (-b + sign * std::sqrt(discriminant)) / a;
                if (0 < t && t < 1) turns.push_back(t);
            }
        }
        turns.push_back(1);
        Times splits;
        Real begin = 0;
        for (Real end : turns) {
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

/// Height of a turning point over a plane: cosine cos(angle t) + sine sin(angle t) + slope t + level.
struct TurningHeight {
    Real cosine, sine, slope, level, angle;

    Real operator()(Real t) const {
        return cosine * std::cos(angle * t) + sine * std::sin(angle * t) + slope * t + level;
    }
    Times roots() const {
        Times extremes;
        const Real amplitude = angle * std::hypot(cosine, sine);
        if (std::abs(slope) < amplitude) {
            const Real phase = std::atan2(-cosine, sine), aside = std::acos(-slope / amplitude);
            for (Real turn : {phase - aside, phase + aside}) {
                constexpr Real kTurn = 2 * std::numbers::pi;
                const Real t = (turn - kTurn * std::floor(turn / kTurn)) / angle;
                if (t < 1) extremes.push_back(t);
            }
            std::ranges::sort(extremes);
        }
        return rootsBetween(*this, extremes);
    }
};

/// Volume between a turning edge and one that stands: k0 + kc cos + ks sin + t (l0 + lc cos + ls sin).
struct TurningVolume {
    Real k0, kc, ks, l0, lc, ls, angle;

    Real operator()(Real t) const {
        return k0 + l0 * t + (kc + lc * t) * std::cos(angle * t) + (ks + ls * t) * std::sin(angle * t);
    }
    Times roots() const {
        // The rate is l0 and a turning line, the rate of that another one.
        const TurningLine rate = rateOf({kc, lc, ks, ls, angle});
        const auto wholeRate = [&](Real t) { return l0 + rate(t); };
        return rootsBetween(*this, rootsBetween(wholeRate, rateOf(rate).roots()));
    }

private:
    static TurningLine rateOf(const TurningLine& f) {
        return {f.angle * f.q0 + f.p1, f.angle * f.q1, -f.angle * f.p0 + f.q1, -f.angle * f.p1, f.angle};
    }
};

inline TurningHeight heightOf(const RigidPair& pair, const Moment& b) {
    const PointPath& path = pair.corners[0];
    const Vec3 q = pair.corners[1].at(b);
    const Vec3 normal = (pair.corners[2].at(b) - q).cross(pair.corners[3].at(b) - q).normalized();
    return {normal.dot(path.cosine), normal.dot(path.sine), normal.dot(path.shift),
            normal.dot(path.fixed - q), pair.motionA->angle};
}

inline TurningVolume volumeOf(const RigidPair& pair, const Moment& b) {
    const auto& [r0, r1, q, end] = pair.corners;
    const Vec3 w = end.at(b) - q.at(b), fixed = r0.fixed - q.at(b);
    const Vec3 u0 = r1.fixed - r0.fixed, uc = r1.cosine - r0.cosine, us = r1.sine - r0.sine;
    // What turns together has a product that stands.
    return {w.dot(fixed.cross(u0) + r0.cosine.cross(uc)),
            w.dot(fixed.cross(uc) + r0.cosine.cross(u0)),
            w.dot(fixed.cross(us) + r0.sine.cross(u0)),
            w.dot(r0.shift.cross(u0)),
            w.dot(r0.shift.cross(uc)),
            w.dot(r0.shift.cross(us)),
            pair.motionA->angle};
}

/// When the two features of `pair`, whose B stands and whose A turns, first touch.
inline std::optional<Real> closedFormTouch(const RigidPair& pair) {
    constexpr Real kTouching2 = 1e-20;  // square metres: what roots leave
    const bool isVertex = pair.kind == FeatureKind::vertexFace;
    const Moment b = momentOf(*pair.motionB, 0);
    const auto& c = pair.corners;
    for (Real time : isVertex ? heightOf(pair, b).roots() : volumeOf(pair, b).roots()) {
        const Moment a = momentOf(*pair.motionA, time);
        const Vec3 vertex = c[0].at(a);
        const Real apart2 =
            isVertex ? (closestPoint({c[1].at(b), c[2].at(b), c[3].at(b)}, vertex) - vertex).squaredNorm()
                     : closestPoints(vertex, c[1].at(a), c[2].at(b), c[3].at(b)).distanceSquared;
        if (apart2 <= kTouching2) return time;
    }
    return std::nullopt;
}

}  // namespace ricochet::test
