#include "plugin/statistics_counter.h"

#include <cmath>
#include <iterator>
#include <mutex>
#include <set>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr long long Statistics::*kCounts[] = {
    &Statistics::pairs,           &Statistics::roundPairs,    &Statistics::convexPairs,
    &Statistics::candidatePairs,  &Statistics::facePairs,     &Statistics::contacts,
    &Statistics::boxTests,        &Statistics::triangleTests, &Statistics::coarsePairs,
    &Statistics::repeatedPairs,   &Statistics::updatedPairs,  &Statistics::begunPairs,
    &Statistics::leftWithoutMesh, &Statistics::leftBySetting, &Statistics::leftUnserved,
    &Statistics::tookBack,        &Statistics::aheadPairs};

/// Most counts of a pair are zero, and atomic additions take longer than this test.
void addTo(std::atomic<long long>& sum, long long count) {
    if (count != 0) sum.fetch_add(count, std::memory_order_relaxed);
}

void addTime(std::atomic<long long>& nanoseconds, double microseconds) {
    if (microseconds != 0) addTo(nanoseconds, std::llround(1e3 * microseconds));
}

void addTo(Statistics& sum, const Statistics& work) {
    for (const auto count : kCounts) sum.*count += work.*count;
    sum.narrowPhaseMicroseconds += work.narrowPhaseMicroseconds;
    sum.contactMicroseconds += work.contactMicroseconds;
}

struct AllCounters {
    std::mutex mutex;
    std::set<const StatisticsCounter*> present;
    Statistics past;  ///< of those that are destroyed, and what others counted before they were reset
};

/// Never destroyed, so that worlds may be destroyed at any time while the program ends.
AllCounters& allCounters() {
    static AllCounters& counters = *new AllCounters;
    return counters;
}

}  // namespace

StatisticsCounter::StatisticsCounter() {
    static_assert(std::size(kCounts) == std::tuple_size_v<decltype(counts_)>);
    const std::lock_guard lock(allCounters().mutex);
    allCounters().present.insert(this);
}

StatisticsCounter::~StatisticsCounter() {
    const std::lock_guard lock(allCounters().mutex);
    allCounters().present.erase(this);
    addTo(allCounters().past, read());
}

void StatisticsCounter::add(const Statistics& work) {
    for (std::size_t i = 0; i < counts_.size(); ++i) addTo(counts_[i], work.*kCounts[i]);
    addTime(narrowPhaseNanoseconds_, work.narrowPhaseMicroseconds);
    addTime(contactNanoseconds_, work.contactMicroseconds);
}

Statistics StatisticsCounter::read() const {
    Statistics statistics;
    for (std::size_t i = 0; i < counts_.size(); ++i) statistics.*kCounts[i] = counts_[i];
    statistics.narrowPhaseMicroseconds = 1e-3 * static_cast<double>(narrowPhaseNanoseconds_);
    statistics.contactMicroseconds = 1e-3 * static_cast<double>(contactNanoseconds_);
    return statistics;
}

void StatisticsCounter::reset() {
    const std::lock_guard lock(allCounters().mutex);
    addTo(allCounters().past, read());
    for (std::atomic<long long>& count : counts_) count = 0;
    narrowPhaseNanoseconds_ = contactNanoseconds_ = 0;
}

Statistics statisticsOfProcess() {
    const std::lock_guard lock(allCounters().mutex);
    Statistics sum = allCounters().past;
    for (const StatisticsCounter* counter : allCounters().present) addTo(sum, counter->read());
    return sum;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
