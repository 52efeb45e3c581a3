#include "plugin/statistics_counter.h"

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Most counts of a pair are zero, and atomic additions take longer than this test.
void addTo(std::atomic<long long>& sum, long long count) {
    if (count != 0) sum.fetch_add(count, std::memory_order_relaxed);
}

void addTime(std::atomic<long long>& nanoseconds, double microseconds) {
    if (microseconds != 0) addTo(nanoseconds, std::llround(1e3 * microseconds));
}

}  // namespace

void StatisticsCounter::add(const Statistics& work) {
    addTo(pairs_, work.pairs);
    addTo(roundPairs_, work.roundPairs);
    addTo(convexPairs_, work.convexPairs);
    addTo(candidatePairs_, work.candidatePairs);
    addTo(facePairs_, work.facePairs);
    addTo(contacts_, work.contacts);
    addTo(boxTests_, work.boxTests);
    addTo(triangleTests_, work.triangleTests);
    addTo(coarsePairs_, work.coarsePairs);
    addTo(repeatedPairs_, work.repeatedPairs);
    addTo(updatedPairs_, work.updatedPairs);
    addTime(narrowPhaseNanoseconds_, work.narrowPhaseMicroseconds);
    addTime(contactNanoseconds_, work.contactMicroseconds);
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
            repeatedPairs_,
            updatedPairs_,
            1e-3 * static_cast<double>(narrowPhaseNanoseconds_),
            1e-3 * static_cast<double>(contactNanoseconds_)};
}

void StatisticsCounter::reset() {
    for (std::atomic<long long>* counter :
         {&pairs_, &roundPairs_, &convexPairs_, &candidatePairs_, &facePairs_, &contacts_, &boxTests_,
          &triangleTests_, &coarsePairs_, &repeatedPairs_, &updatedPairs_, &narrowPhaseNanoseconds_,
          &contactNanoseconds_}) {
        *counter = 0;
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
