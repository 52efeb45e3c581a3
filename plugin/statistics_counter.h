#pragma once

#include <ricochet/registration.h>

#include <array>
#include <atomic>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Statistics that many threads add to.
class StatisticsCounter {
public:
    StatisticsCounter();
    ~StatisticsCounter();
    StatisticsCounter(const StatisticsCounter&) = delete;
    StatisticsCounter& operator=(const StatisticsCounter&) = delete;

    void add(const Statistics& work);
    Statistics read() const;
    void reset();

private:
    std::array<std::atomic<long long>, 17> counts_{};
    std::atomic<long long> narrowPhaseNanoseconds_{0}, contactNanoseconds_{0};
};

/// The sum of all counters that exist or have existed.
Statistics statisticsOfProcess();

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
