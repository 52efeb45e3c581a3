#pragma once

#include "algorithms/sweep_and_prune/bodies.h"
#include "algorithms/sweep_and_prune/broad_phase.h"
#include "algorithms/sweep_and_prune/sweep_ray.h"

#include <span>

namespace ricochet::sweep {

/// A query, and the range of entries with which it is compared.
struct Window {
    Index query, first, last;
};

struct BoxOverlap {
    Index query, entry;
};

/// The entries of each window whose box overlaps the query's; with `changes` only those that overlap less
/// deeply than both have moved, because only these can have begun or ceased to overlap. Stops before a window
/// for which `candidates` might not have room; returns the number of windows processed.
enum class Request { changes, all };
Index scan(const Entries& queries, const Entries& entries, const Window* windows, Index windowCount,
           Request request, BoxOverlap* candidates, Index room, Index* found);

/// Those of these pairs that have begun or ceased to overlap since the last step, by their positions in the
/// list. Returns their number; there must be room for `count`.
Index findChanged(const Body* bodies, const BodyPair* pairs, Index count, Index* found);

/// Consecutive entries, of which a query can overlap only those that extend into a slab of space.
struct QueryWindow {
    Index first, last;
    float low, high;  ///< metres: the slab
};

struct QueryWindows {
    std::span<const QueryWindow> windows;
    Index axis;  ///< across which the slabs lie
};

/// A body that a query overlaps, in one word.
class Find {
public:
    Index body() const { return bits_ >> 1; }
    /// Whether the query overlaps its present box, and not only the union of that box and the last one.
    bool isSure() const { return bits_ & 1; }

private:
    Index bits_;
};
static_assert(sizeof(Find) == sizeof(Index));

/// A ray in float, thickened by the rounding error.
struct ScanRay {
    ScanRay(const SweepRay& ray, const Vec3& inverse);

    /// Along each axis, which bound of a box the ray comes to first: 0 the lower, 1 the upper one.
    std::array<Index, 3> side;
    /// Metres: what to take from that bound, and from the other, to have it seen from the origin.
    std::array<float, 3> near, far;
    std::array<float, 3> inverse;
    float length;
};

/// At least all bodies whose boxes overlap the query's, or are hit by the ray. Returns their number; needs
/// room for all entries of the windows and EntryBlock::kEntries more.
Index scan(const SweepBox& query, const Entries& entries, const QueryWindows& windows, Find* found);
Index scan(const ScanRay& ray, const Entries& entries, const QueryWindows& windows, Find* found);

}  // namespace ricochet::sweep
