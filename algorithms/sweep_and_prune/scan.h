#pragma once

#include "algorithms/sweep_and_prune/entries.h"
#include "algorithms/sweep_and_prune/sweep_ray.h"

namespace ricochet::sweep {

/// A query, and the entries that it is to be compared with.
struct Window {
    Index query, first, last;
};

struct Meeting {
    Index query, entry;
};

/// Of each window, the entries whose box meets the query's less deeply than both have moved: only these can
/// have begun or ceased to overlap. With an infinite motion: all whose boxes meet.
/// Stops before a window for which `meetings` might not have room; returns how many windows were done.
Index scan(const Entries& queries, const Entries& entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found);

/// An entry that a box meets, in one word.
class Find {
public:
    Index entry() const { return bits_ >> 1; }
    /// The entry's body has its present box there, too, and not only the box round that one and the last.
    bool isSure() const { return bits_ & 1; }

private:
    Index bits_;
};
static_assert(sizeof(Find) == sizeof(Index));

/// The entries from `first` to `last` whose box meets the query, in their order. Returns how many; room for
/// EntryBlock::kEntries more is needed.
Index scan(const SweepBox& query, const Entries& entries, Index first, Index last, Find* found);

/// A ray in float, and as much thicker as makes up for that.
struct ScanRay {
    ScanRay(const SweepRay& ray, const Vec3& inverse);
    std::array<float, 3> low, high;  ///< what to take from a box's bounds to have it seen from the origin
    std::array<float, 3> inverse;
    float length;
};

/// The entries from `first` to `last` that the ray may hit: at least those that it does. Returns how many;
/// room for EntryBlock::kEntries more is needed.
Index scan(const ScanRay& ray, const Entries& entries, Index first, Index last, Index* found);

}  // namespace ricochet::sweep
