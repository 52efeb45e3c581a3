// Edelsbrunner, Mücke. Simulation of Simplicity. 1990. Theirs perturbs every point; here one body is
// displaced from the other as a whole by an infinitesimal amount, so that no point of it lies in a plane of
// the other and no edge on one.
#pragma once

#include "algorithms/geometry/predicates.h"

#include <array>

namespace ricochet {

/// An infinitesimal displacement along the first axis, of higher order along the second, and again along the
/// third.
struct Nudge {
    std::array<int, 3> axes = {0, 1, 2};
    std::array<int, 3> signs = {1, 1, 1};

    Nudge operator-() const { return {axes, {-signs[0], -signs[1], -signs[2]}}; }
};

/// Roughly along a vector.
Nudge nudgeAlong(const Vec3& direction);

/// The side of a face's plane on which a point lies after the displacement; 0 only if the face has no area.
Side sideOf(const PlaneThrough& plane, const Triangle& face, const Vec3& point, const Nudge& ofPoint);

/// The sign of orient3d(a, b, c, d) after the edge from a to b is displaced; 0 only if it is parallel to the
/// edge from c to d.
Side orientEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Nudge& ofFirst);

}  // namespace ricochet
