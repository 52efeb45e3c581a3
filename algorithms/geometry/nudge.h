// Edelsbrunner, Mücke. Simulation of Simplicity. 1990. Theirs moves every point; here one body is moved off
// the other as a whole, infinitely little, so that no point of it lies in a plane of the other and no edge on
// one.
#pragma once

#include "algorithms/geometry/predicates.h"

#include <array>

namespace ricochet {

/// An infinitely small displacement: along the first axis, infinitely less along the second, and again along
/// the third.
struct Nudge {
    std::array<int, 3> axes = {0, 1, 2};
    std::array<int, 3> signs = {1, 1, 1};

    Nudge operator-() const { return {axes, {-signs[0], -signs[1], -signs[2]}}; }
};

/// Roughly along a vector.
Nudge nudgeAlong(const Vec3& direction);

/// The side of a face's plane on which a point lies after its nudge; 0 only where the face has no area.
Side sideOf(const PlaneThrough& plane, const Triangle& face, const Vec3& point, const Nudge& ofPoint);

/// The sign of orient3d(a, b, c, d) after the edge from a to b was nudged; 0 only where it is parallel to the
/// edge from c to d.
Side orientEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Nudge& ofFirst);

}  // namespace ricochet
