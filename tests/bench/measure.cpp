#include "tests/bench/measure.h"

#include <hwy/targets.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>

namespace ricochet::bench {
namespace {

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

double microsecondsOf(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// The median of a thousand readings that follow one another.
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

std::string machine() {
    const std::int64_t bestTarget = hwy::SupportedTargets() & -hwy::SupportedTargets();
    return processor() + "; g++ " + __VERSION__ + "; " + RICOCHET_BENCH_FLAGS +
           "; no -march, run-time dispatch to " + hwy::TargetName(bestTarget) +
           "; microseconds of one thread";
}

int exitCodeOf(const std::function<void()>& program) {
    try {
        program();
        return EXIT_SUCCESS;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return EXIT_FAILURE;
    }
}

}  // namespace ricochet::bench
