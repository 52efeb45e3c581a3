#pragma once

#include "algorithms/sweep_and_prune/bodies.h"
#include "algorithms/sweep_and_prune/broad_phase.h"
#include "algorithms/sweep_and_prune/sweep_ray.h"

#include <span>

namespace ricochet::sweep {

/// A query, and the entries that it is to be compared with.
struct Window {
    Index query, first, last;
};

struct BoxOverlap {
    Index query, entry;
};

/// Of each window, the entries whose box meets the query's; `changes`: less deeply than both have moved, as
/// only these can have begun or ceased to overlap. Stops before a window for which `candidates` might not
/// have room; returns how many windows were done.
enum class Request { changes, all };
Index scan(const Entries& queries, const Entries& entries, const Window* windows, Index windowCount,
           Request request, BoxOverlap* candidates, Index room, Index* found);

/// Of these pairs, those that have begun or ceased to overlap since the last step, by their places in the
/// list. Returns how many; there must be room for `count`.
Index findChanged(const Body* bodies, const BodyPair* pairs, Index count, Index* found);

/// Consecutive entries, of which a query can meet those only that extend into a slab of space.
struct QueryWindow {
    Index first, last;
    float low, high;  ///< metres: the slab
};

struct QueryWindows {
    std::span<const QueryWindow> windows;
    Index axis;  ///< across which the slabs lie
};

/// A body that a query meets, in one word.
class Find {
public:
    Index body() const { return bits_ >> 1; }
    /// The query meets its present box, too, and not only the box round that one and the last.
    bool isSure() const { return bits_ & 1; }

private:
    Index bits_;
};
static_assert(sizeof(Find) == sizeof(Index));

/// A ray in float, and as much thicker as makes up for that.
struct ScanRay {
    ScanRay(const SweepRay& ray, const Vec3& inverse);

    /// Along each axis, which bound of a box the ray comes to first: 0 the lower, 1 the upper one.
    std::array<Index, 3> side;
    /// Metres: what to take from that bound, and from the other, to have it seen from the origin.
    std::array<float, 3> near, far;
    std::array<float, 3> inverse;
    float length;
};

/// The bodies whose boxes meet the query's, or may be hit by the ray: at least those that are. Returns how
/// many; room for all entries of the windows and EntryBlock::kEntries more is needed.
Index scan(const SweepBox& query, const Entries& entries, const QueryWindows& windows, Find* found);
Index scan(const ScanRay& ray, const Entries& entries, const QueryWindows& windows, Find* found);

}  // namespace ricochet::sweep
