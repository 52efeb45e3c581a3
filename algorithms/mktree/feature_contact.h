#pragma once

#include "algorithms/mktree/screw_path.h"

#include <optional>
#include <span>

namespace ricochet::mktree {

/// A triangle that stands.
struct StandingFace {
    Triangle corners;
    Vec3 normal;   ///< unit; zero where there is no area
    Real largest;  ///< coordinate of a corner

    explicit StandingFace(const Triangle& triangle);
};

/// What rounding does to positions at such coordinates, metres.
Real roundingAt(Real coordinate);

/// Whether points that move so are all on one side of a face's plane all the time, with proof.
bool areBeside(const StandingFace& face, std::span<const ScrewPath> paths, Real angle);

/// The first time from 0 to `end` (1 at most) at which a vertex on such a path touches a face that stands.
/// Every root of its height is found; what rounding cannot tell from a root is decided by the distance.
std::optional<Real> firstTouch(const ScrewPath& vertex, const StandingFace& face, Real angle, Real end);

/// An edge that moves.
struct MovingEdge {
    ScrewPath from, to;
};

/// The same of an edge and one that stands. Parallel edges are left to the vertices at their ends, which
/// touch faces then.
std::optional<Real> firstTouch(const MovingEdge& edge, const Vec3& from, const Vec3& to,
                               const ScrewMotion& motion, Real end);

}  // namespace ricochet::mktree
