// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. WSCG 2004, section 3: the first two of the
// four steps, as they are there, with every root found.
#pragma once

#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/screw_path.h"

#include <optional>

namespace ricochet::mktree {

/// A stretch of time.
struct TimeInterval {
    Real begin, end;
    bool operator==(const TimeInterval&) const = default;
};

/// The bounding sphere of the moving object, and how it goes.
struct MovingSphere {
    Vec3 centre;  ///< at time 0
    Real radius;  ///< metres
    ScrewMotion screw;
};

/// SphereBox: from when to when, within `interval`, the centre is in the box grown by the radius along each
/// axis; what lies between two stays is in it. The paper sorts the times of six planes and refines by
/// Newton's method; here the roots come in closed form.
std::optional<TimeInterval> sphereBox(const MovingSphere& sphere, const Aabb& box,
                                      const TimeInterval& interval);

/// SphereSphere: all times at which the sphere touches another one that stands.
std::vector<TimeInterval> sphereSphere(const MovingSphere& sphere, const Vec3& centre, Real radius,
                                       const TimeInterval& interval);

/// A leaf that the sphere may touch, and when.
struct CandidateLeaf {
    Index leaf;
    TimeInterval interval;
};

struct SphereTreeCounters {
    std::uint64_t boxTests = 0, splitTests = 0, dropped = 0;
};

/// SphereTree, with SphereSplitTree over the overlaps where `usesSplitTrees`. Where the paper goes on with
/// the interval of the overlap for both children, each child has its own here, and a child is dropped only
/// where the sphere stays in the overlap while it is in that child's box: otherwise leaves are lost. In the
/// order of the leaves.
std::vector<CandidateLeaf> sphereTree(const MkTree& tree, const MovingSphere& sphere,
                                      bool usesSplitTrees = true, SphereTreeCounters* counters = nullptr);

/// SphereLeaf: when the sphere touches one of the spheres that cover the leaf's objects; intervals that
/// overlap are merged.
std::vector<TimeInterval> sphereLeaf(const Leaf& leaf, const MovingSphere& sphere,
                                     const TimeInterval& interval);

}  // namespace ricochet::mktree
