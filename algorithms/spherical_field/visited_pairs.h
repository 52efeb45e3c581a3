#pragma once

#include "algorithms/geometry/face_pair.h"

#include <vector>

namespace ricochet::spherical_field {

/// A set of face pairs: hash table with open addressing that is cleared in constant time.
class VisitedPairs {
public:
    /// Adds a pair; returns whether it is new.
    bool insert(const FacePair& pair) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        Slot& slot = slotOf(pair);
        if (slot.round == round_) return false;
        slot = {pair, round_};
        ++count_;
        return true;
    }

    void clear() {
        count_ = 0;
        if (++round_ != 0) return;
        slots_.assign(slots_.size(), {});  // the count of rounds has wrapped round
        round_ = 1;
    }

private:
    struct Slot {
        FacePair pair = {kNone, kNone};
        Index round = 0;  ///< the slot is in use if this equals the set's round
    };

    /// Position of the pair, or where it would be inserted.
    Slot& slotOf(const FacePair& pair) {
        const std::uint64_t key = (std::uint64_t{pair.faceA} << 32) | pair.faceB;
        // Fibonacci hashing: Knuth. The Art of Computer Programming 3. Section 6.4.
        std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & (slots_.size() - 1);
        while (slots_[at].round == round_ && slots_[at].pair != pair) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 256 : 2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.round == round_) slotOf(slot.pair) = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
    Index round_ = 1;
};

}  // namespace ricochet::spherical_field
