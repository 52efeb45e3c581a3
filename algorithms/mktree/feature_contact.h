#pragma once

#include "algorithms/mktree/screw_path.h"

#include <optional>
#include <span>

namespace ricochet::mktree {

/// A static triangle.
struct StandingFace {
    Triangle corners;
    Vec3 normal;   ///< unit; zero if it has no area
    Real largest;  ///< largest coordinate of a corner

    explicit StandingFace(const Triangle& triangle);
};

/// Rounding error of positions at such coordinates, metres.
Real roundingAt(Real coordinate);

/// Whether moving points provably stay on one side of a face's plane all the time.
bool areBeside(const StandingFace& face, std::span<const ScrewPath> paths, Real angle);

/// The first time from 0 to `end` (1 at most) at which a vertex on such a path touches a static face. Every
/// root of its height is found; near-roots within rounding are decided by the distance.
std::optional<Real> firstTouch(const ScrewPath& vertex, const StandingFace& face, Real angle, Real end);

/// A moving edge.
struct MovingEdge {
    ScrewPath from, to;
};

/// The same for an edge and a static one. Parallel edges are covered by the vertices at their ends, which
/// then touch faces.
std::optional<Real> firstTouch(const MovingEdge& edge, const Vec3& from, const Vec3& to,
                               const ScrewMotion& motion, Real end);

}  // namespace ricochet::mktree
