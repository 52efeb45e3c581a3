#pragma once

#include "algorithms/sweep_and_prune/broad_phase.h"

#include <cstdint>
#include <vector>

namespace ricochet::sweep {

/// Two bodies in one number, so that lists of pairs sort fast: the smaller one above the larger one.
using PairKey = std::uint64_t;
inline PairKey keyOf(Index a, Index b) { return PairKey{std::min(a, b)} << 32 | std::max(a, b); }

/// Puts pairs into ascending order. It keeps its lists from one use to the next.
class PairOrder {
public:
    /// `bodies`: all bodies' numbers are below.
    void sort(std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs);

private:
    void sortByBody(const std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs);

    std::vector<Index> next_;  ///< by body: where its next pair goes
};

}  // namespace ricochet::sweep
