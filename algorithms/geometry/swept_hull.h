#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// The space that a face sweeps: all of it stays within `deviation` of the hull of its positions at both ends
/// of the motion.
struct SweptHull {
    Triangle at0, at1;
    Real deviation = 0;  ///< metres; zero if corners move on straight lines
    Aabb box;            ///< of the whole sweep, deviation included
};

SweptHull sweptHull(const Triangle& at0, const Triangle& at1, Real deviation);

/// Smith, Kitamura 1994, chapter 4: whether the spaces that two faces sweep may come within `gap` (metres) of
/// each other. False is a proof. Theirs intersects the hulls' faces and edges; here a separating axis is
/// searched.
bool mayMeet(const SweptHull& a, const SweptHull& b, Real gap);

}  // namespace ricochet
