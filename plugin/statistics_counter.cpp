#include "plugin/statistics_counter.h"

#include "plugin/locked.h"

#include <cmath>
#include <iterator>
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

/// The counters that exist. Never destroyed, so that worlds may be destroyed at any time while the program
/// ends.
auto& presentCounters() {
    static auto& counters = *new Locked<std::set<const StatisticsCounter*>>;
    return counters;
}

/// What was counted by those that are destroyed, and by others before they were reset.
StatisticsCounter& pastCounter() {
    static StatisticsCounter& past = *new StatisticsCounter;
    return past;
}

}  // namespace

StatisticsCounter::StatisticsCounter() {
    static_assert(std::size(kCounts) == std::tuple_size_v<decltype(counts_)>);
    presentCounters().with([&](auto& present) { present.insert(this); });
}

StatisticsCounter::~StatisticsCounter() {
    StatisticsCounter& past = pastCounter();
    presentCounters().with([&](auto& present) {
        present.erase(this);
        past.add(read());
    });
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
    StatisticsCounter& past = pastCounter();
    presentCounters().with([&](auto&) {
        past.add(read());
        for (std::atomic<long long>& count : counts_) count = 0;
        narrowPhaseNanoseconds_ = contactNanoseconds_ = 0;
    });
}

Statistics statisticsOfProcess() {
    return presentCounters().with([](const auto& present) {
        Statistics sum;
        for (const StatisticsCounter* counter : present) addTo(sum, counter->read());
        return sum;
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
