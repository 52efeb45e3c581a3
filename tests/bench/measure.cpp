#include "tests/bench/measure.h"

#include <hwy/targets.h>

#include <ctime>
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

}  // namespace

double threadMicroseconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

double clockMicroseconds() {
    static const double cost = [] {
        std::vector<double> readings;
        for (int i = 0; i < 1001; ++i) {
            const double begin = threadMicroseconds();
            readings.push_back(threadMicroseconds() - begin);
        }
        std::nth_element(readings.begin(), readings.begin() + 500, readings.end());
        return readings[500];
    }();
    return cost;
}

std::string machine() {
    const std::int64_t bestTarget = hwy::SupportedTargets() & -hwy::SupportedTargets();
    return processor() + "; g++ " + __VERSION__ + "; " + RICOCHET_BENCH_FLAGS +
           "; no -march, run-time dispatch to " + hwy::TargetName(bestTarget) +
           "; microseconds of one thread";
}

}  // namespace ricochet::bench
