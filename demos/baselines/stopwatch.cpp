#include "demos/baselines/stopwatch.h"

#include <ctime>

namespace ricochet::baselines {
namespace {

double microsecondsOf(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// The median cost of a thousand consecutive readings.
Clock clockWithCost(double (*now)()) {
    const Clock costless = {now, 0};
    Stopwatch watch(costless);
    for (int i = 0; i < 1000; ++i) watch.time([] {});
    return {now, watch.median()};
}

}  // namespace

const Clock& threadClock() {
    static const Clock clock = clockWithCost([] { return microsecondsOf(CLOCK_THREAD_CPUTIME_ID); });
    return clock;
}

const Clock& wallClock() {
    static const Clock clock = clockWithCost([] { return microsecondsOf(CLOCK_MONOTONIC); });
    return clock;
}

}  // namespace ricochet::baselines
