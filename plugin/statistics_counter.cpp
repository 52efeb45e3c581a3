#include "plugin/statistics_counter.h"

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void StatisticsCounter::add(const Statistics& work) {
    const auto order = std::memory_order_relaxed;
    pairs_.fetch_add(work.pairs, order);
    roundPairs_.fetch_add(work.roundPairs, order);
    convexPairs_.fetch_add(work.convexPairs, order);
    candidatePairs_.fetch_add(work.candidatePairs, order);
    facePairs_.fetch_add(work.facePairs, order);
    contacts_.fetch_add(work.contacts, order);
    boxTests_.fetch_add(work.boxTests, order);
    triangleTests_.fetch_add(work.triangleTests, order);
    coarsePairs_.fetch_add(work.coarsePairs, order);
    narrowPhaseNanoseconds_.fetch_add(std::llround(1e3 * work.narrowPhaseMicroseconds), order);
    contactNanoseconds_.fetch_add(std::llround(1e3 * work.contactMicroseconds), order);
}

Statistics StatisticsCounter::read() const {
    return {pairs_,
            roundPairs_,
            convexPairs_,
            candidatePairs_,
            facePairs_,
            contacts_,
            boxTests_,
            triangleTests_,
            coarsePairs_,
            1e-3 * static_cast<double>(narrowPhaseNanoseconds_),
            1e-3 * static_cast<double>(contactNanoseconds_)};
}

void StatisticsCounter::reset() {
    for (std::atomic<long long>* counter :
         {&pairs_, &roundPairs_, &convexPairs_, &candidatePairs_, &facePairs_, &contacts_, &boxTests_,
          &triangleTests_, &coarsePairs_, &narrowPhaseNanoseconds_, &contactNanoseconds_}) {
        *counter = 0;
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
