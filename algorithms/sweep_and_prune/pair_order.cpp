#include "algorithms/sweep_and_prune/pair_order.h"

#include <algorithm>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kBodiesPerPair = 4;  // for more, a pass over all bodies takes longer than sorting

BodyPair pairOf(PairKey key) { return {static_cast<Index>(key >> 32), static_cast<Index>(key)}; }

}  // namespace

void PairOrder::sort(std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs) {
    pairs.resize(keys.size());
    if (kBodiesPerPair * keys.size() > bodies) return sortByBody(keys, bodies, pairs);
    std::sort(keys.begin(), keys.end());
    std::transform(keys.begin(), keys.end(), pairs.begin(), pairOf);
}

/// By counting for the first body; each has only a few pairs.
void PairOrder::sortByBody(const std::vector<PairKey>& keys, Index bodies, BodyPairs& pairs) {
    next_.assign(bodies + 1, 0);
    for (const PairKey key : keys) ++next_[pairOf(key).a + 1];
    for (Index body = 0; body < bodies; ++body) next_[body + 1] += next_[body];
    for (const PairKey key : keys) pairs[next_[pairOf(key).a]++] = pairOf(key);
    Index first = 0;
    for (Index body = 0; body < bodies; ++body) {
        if (next_[body] - first > 1) std::sort(pairs.begin() + first, pairs.begin() + next_[body]);
        first = next_[body];
    }
}

}  // namespace ricochet::sweep
