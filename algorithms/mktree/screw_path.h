#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/geometry/turning_roots.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::mktree {

inline constexpr Real kLongestTurn = std::numbers::pi / 2;  // radians in a slice: beyond, chords are useless
inline constexpr Real kRoundUp = 1 + 1e-12;                 // factor for lengths that must not be too short
inline constexpr Real kNever = std::numeric_limits<Real>::infinity();  // as a time

/// A moment of a motion: the time, and the rotation so far.
struct ScrewMoment {
    Real time, sine, versine;
};

inline ScrewMoment momentOf(Real angle, Real time) {
    return {time, std::sin(angle * time), versineOf(angle * time)};
}

/// The path of a point that is at `start` at time 0: start + shift t + sine sin(angle t) + versine (1 -
/// cos(angle t)). Accurate to the last digits however far away the axis is, and however small the rotation.
struct ScrewPath {
    Vec3 start, translation, sine, versine;

    Vec3 at(const ScrewMoment& moment) const {
        return start + moment.time * translation + moment.sine * sine + moment.versine * versine;
    }
    /// Metres from the axis.
    Real radius() const { return versine.norm(); }
};

inline ScrewPath pathOf(const ScrewMotion& screw, const Vec3& start) {
    const Vec3 arm = start - screw.point;
    return {start, screw.rise * screw.axis, screw.axis.cross(arm), screw.axis.dot(arm) * screw.axis - arm};
}

/// The path of static points relative to a body on such a screw.
inline ScrewMotion inverse(ScrewMotion screw) {
    screw.axis = -screw.axis;  // turns back, and goes back
    return screw;
}

/// The time of a whole turn, after which a motion without a shift along its axis meets nothing new.
inline Real repeatsAfter(const ScrewMotion& screw) {
    constexpr Real kTurn = 2 * std::numbers::pi * (1 + 1e-9);  // no gap between its end and its beginning
    return screw.rise == 0 && screw.angle > kTurn ? kTurn / screw.angle : kNever;
}

/// A time interval of a motion.
struct Slice {
    Real begin, end;
    ScrewMoment atBegin, atEnd;  ///< of the whole motion
    ScrewMotion motion;          ///< that of the slice alone, in a time from 0 to 1

    static Slice of(const ScrewMotion& whole, Real begin, Real end) {
        ScrewMotion part = whole;
        part.angle *= end - begin;
        part.rise *= end - begin;
        return {begin, end, momentOf(whole.angle, begin), momentOf(whole.angle, end), part};
    }
    Real timeOf(Real part) const { return begin + part * (end - begin); }
};

}  // namespace ricochet::mktree
