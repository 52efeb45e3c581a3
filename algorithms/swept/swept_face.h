#pragma once

#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// A face in the course of a motion: all of it stays within `deviation` of the hull of its places at both
/// ends.
struct SweptFace {
    std::array<PointPath, 3> paths;
    Triangle at0, at1;
    Real deviation;  ///< metres
    Aabb box;        ///< of the whole sweep, deviation included
};

SweptFace sweep(const RigidMotion& motion, const Triangle& face);

/// Smith, Kitamura 1994, chapter 4: whether the spaces that two faces sweep may come within `gap` (metres) of
/// each other. No is a proof. Theirs intersects the hulls' faces and edges; here a separating axis is
/// searched.
bool mayMeet(const SweptFace& a, const SweptFace& b, Real gap);

}  // namespace ricochet
