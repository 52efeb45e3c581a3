#pragma once

#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/types.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace ricochet {

/// Numbers faces or vertices of a mesh from zero in the order of insertion. A hash table: memory grows with
/// the entries, not with the mesh.
class IndexSlots {
public:
    /// The index's number; a new one at the first call for it.
    Index insert(Index index) {
        if (2 * count_ >= entries_.size()) grow();
        Entry& entry = entries_[placeOf(index)];
        if (entry.index == kNone) entry = {index, count_++};
        return entry.slot;
    }

    /// Its number, or kNone.
    Index find(Index index) const { return count_ == 0 ? kNone : entries_[placeOf(index)].slot; }

    /// Forgets all, and keeps the memory unless it is large.
    void clear() {
        constexpr std::size_t kLarge = 4096;  // entries that cost more to overwrite than to allocate
        if (entries_.size() > kLarge) entries_ = {};
        if (count_ > 0) std::ranges::fill(entries_, Entry{});
        count_ = 0;
    }

private:
    struct Entry {
        Index index = kNone;
        Index slot = kNone;
    };

    /// Position of the index, or where it would be inserted.
    std::size_t placeOf(Index index) const {
        constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        std::size_t place = kGoldenRatio * index >> shift_;
        while (entries_[place].index != index && entries_[place].index != kNone) {
            place = (place + 1) & (entries_.size() - 1);
        }
        return place;
    }

    void grow() {
        ScratchVector<Entry> old(std::max<std::size_t>(4 * entries_.size(), 64));
        old.swap(entries_);
        shift_ = 64 - std::countr_zero(entries_.size());
        for (const Entry& entry : old) {
            if (entry.index != kNone) entries_[placeOf(entry.index)] = entry;
        }
    }

    ScratchVector<Entry> entries_;  ///< the size is a power of two; at most half of them are in use
    int shift_ = 0;
    Index count_ = 0;
};

}  // namespace ricochet
