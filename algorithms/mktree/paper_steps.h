// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. WSCG 2004, section 3: the first two of the
// four steps as published, with every root found.
#pragma once

#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/screw_path.h"

#include <optional>

namespace ricochet::mktree {

/// A time interval.
struct TimeInterval {
    Real begin, end;
    bool operator==(const TimeInterval&) const = default;
};

/// The bounding sphere of the moving object, and its path.
struct MovingSphere {
    Vec3 centre;  ///< at time 0
    Real radius;  ///< metres
    ScrewMotion screw;
};

/// SphereBox: from when to when, within `interval`, the centre is in the box grown by the radius along each
/// axis; gaps between two such times are included. The paper sorts the times of six planes and refines by
/// Newton's method; here the roots have a closed form.
std::optional<TimeInterval> sphereBox(const MovingSphere& sphere, const Aabb& box,
                                      const TimeInterval& interval);

/// SphereSphere: all times at which the sphere touches another, static one.
std::vector<TimeInterval> sphereSphere(const MovingSphere& sphere, const Vec3& centre, Real radius,
                                       const TimeInterval& interval);

/// A leaf that the sphere may touch, with the time interval.
struct CandidateLeaf {
    Index leaf;
    TimeInterval interval;
};

struct SphereTreeCounters {
    std::uint64_t boxTests = 0, dropped = 0;
};

/// SphereTree, with SphereSplitTree over the overlaps if `usesSplitTrees`. The paper continues with the
/// interval of the overlap for both children. Here each child has its own interval, and a child is dropped
/// only if the sphere stays in the overlap while it is in that child's box; otherwise leaves would be lost.
/// In the order of the leaves.
std::vector<CandidateLeaf> sphereTree(const MkTree& tree, const MovingSphere& sphere,
                                      bool usesSplitTrees = true, SphereTreeCounters* counters = nullptr);

/// SphereLeaf: when the sphere touches one of the spheres that cover the leaf's objects; intervals that
/// overlap are merged.
std::vector<TimeInterval> sphereLeaf(const Leaf& leaf, const MovingSphere& sphere,
                                     const TimeInterval& interval);

}  // namespace ricochet::mktree
