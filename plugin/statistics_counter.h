#pragma once

#include <ricochet/registration.h>

#include <atomic>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Statistics that many threads add to.
class StatisticsCounter {
public:
    void add(const Statistics& work);
    Statistics read() const;
    void reset();

private:
    std::atomic<long long> pairs_{0}, roundPairs_{0}, convexPairs_{0}, candidatePairs_{0}, facePairs_{0},
        contacts_{0}, boxTests_{0}, triangleTests_{0}, coarsePairs_{0}, repeatedPairs_{0}, updatedPairs_{0};
    std::atomic<long long> narrowPhaseNanoseconds_{0}, contactNanoseconds_{0};
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
