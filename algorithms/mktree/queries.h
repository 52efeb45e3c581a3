#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/moving_body.h"

#include <functional>
#include <optional>

namespace ricochet::mktree {

/// A triangle of the world.
struct WorldFace {
    Index part, number;  ///< its part, and its number there
    Triangle corners;
};

/// Returns whether to continue.
using VisitFace = std::function<bool(const WorldFace&)>;

/// Calls visit for each triangle whose box overlaps `box` (world), each once, in the order of the tree. One
/// leaf at a time is pinned.
Result<void> forEachFaceIn(const MkTree& tree, const Aabb& box, const VisitFace& visit);

/// The leaves whose boxes overlap `box`, in the order of the tree; none is read.
std::vector<Index> leavesIn(const MkTree& tree, const Aabb& box);

/// Receives a triangle, and returns the fraction of the segment, 0 … 1, beyond which no more are requested.
using VisitAlong = std::function<Real(const WorldFace&)>;

/// Calls visit for each triangle that may be hit on the segment from one point to another: those whose boxes,
/// grown by `slack` times their size, the segment enters before `end`, nearest boxes first. Leaves are read
/// in that order, and none beyond the end.
Result<void> forEachFaceAlong(const MkTree& tree, const Vec3& from, const Vec3& to, Real end, Real slack,
                              const VisitAlong& visit);

struct RayHit {
    WorldFace face;
    Real part;  ///< of the segment from one end to the other, 0 … 1
    Vec3 point;
};

/// The first triangle on the segment from one point to another, from either side; leaves are read in the
/// order of the segment, and none beyond the hit. A ray that hits an edge may pass between its faces by
/// rounding.
Result<std::optional<RayHit>> castRay(const MkTree& tree, const Vec3& from, const Vec3& to);

struct NearestFace {
    WorldFace face;
    Vec3 point;
    Real distance;  ///< metres
};

/// The triangle nearest to a point; none if all are farther than `upTo` (metres).
Result<std::optional<NearestFace>> nearestFace(const MkTree& tree, const Vec3& point, Real upTo);

/// A face of a body, and one of the world.
struct WorldFacePair {
    Index face;          ///< of the body
    Index part, number;  ///< of the world's
    auto operator<=>(const WorldFacePair&) const = default;
};

/// All face pairs of a body at a pose that intersect, touching included, exactly; sorted.
Result<std::vector<WorldFacePair>> facePairs(const MkTree& tree, const MovingBody& body, const Pose& pose);

/// Calls visit for at least every triangle that the body may touch along a screw, each once: those whose
/// boxes its sphere touches.
Result<void> forEachFaceSwept(const MkTree& tree, const MovingBody& body, const Pose& pose,
                              const ScrewMotion& screw, const VisitFace& visit);

}  // namespace ricochet::mktree
