#pragma once

#include "algorithms/sweep_and_prune/broad_phase.h"

#include <cstdint>
#include <vector>

namespace ricochet::sweep {

/// Two bodies in one number, so that lists of pairs sort fast: the smaller one in the upper bits.
using PairKey = std::uint64_t;
inline PairKey keyOf(Index a, Index b) { return PairKey{std::min(a, b)} << 32 | std::max(a, b); }

/// Sorts pairs into ascending order. Its lists are reused.
class PairOrder {
public:
    /// `bodies`: upper bound of all bodies' numbers, exclusive.
    void sort(std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs);

private:
    void sortByBody(const std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs);

    std::vector<Index> next_;  ///< by body: position of its next pair
};

}  // namespace ricochet::sweep
