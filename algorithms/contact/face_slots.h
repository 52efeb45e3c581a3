#pragma once

#include "algorithms/geometry/types.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace ricochet {

/// Numbers faces of a mesh from zero in the order in which they come. Costs what it holds, however large the
/// mesh is.
class FaceSlots {
public:
    /// The number of a face, a new one where it has none yet.
    Index insert(Index face) {
        if (2 * count_ >= entries_.size()) grow();
        Entry& entry = entries_[placeOf(face)];
        if (entry.face == kNone) entry = {face, count_++};
        return entry.slot;
    }

    /// Of a face that has one.
    Index slotOf(Index face) const { return entries_[placeOf(face)].slot; }

private:
    struct Entry {
        Index face = kNone;
        Index slot = kNone;
    };

    /// Where the face is, or where it would be.
    std::size_t placeOf(Index face) const {
        constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        std::size_t place = kGoldenRatio * face >> shift_;
        while (entries_[place].face != face && entries_[place].face != kNone) {
            place = (place + 1) & (entries_.size() - 1);
        }
        return place;
    }

    void grow() {
        std::vector<Entry> old(std::max<std::size_t>(4 * entries_.size(), 64));
        old.swap(entries_);
        shift_ = 64 - std::countr_zero(entries_.size());
        for (const Entry& entry : old) {
            if (entry.face != kNone) entries_[placeOf(entry.face)] = entry;
        }
    }

    std::vector<Entry> entries_;  ///< a power of two of them, at most half of them in use
    int shift_ = 0;
    Index count_ = 0;
};

}  // namespace ricochet
