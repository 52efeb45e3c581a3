#include "tests/bench/measure.h"

#include <hwy/targets.h>

#include <cstdio>
#include <cstdlib>
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

void printHeader() {
    std::printf("# %s\n", machine().c_str());
    std::printf("case,backend,median_us,min_us,pairs,ratio\n");
}

void printRows(const std::string& name, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        std::printf("%s,%s,%.1f,%.1f,%zu,%.2f\n", name.c_str(), entry.backend.c_str(), entry.watch.median(),
                    entry.watch.least(), entry.pairs, entry.watch.median() / entries.front().watch.median());
    }
    std::fflush(stdout);
}

void requireEqualPairs(const std::string& name, const Entry& a, const Entry& b) {
    if (a.pairs == b.pairs) return;
    std::fprintf(stderr, "%s: %s found %zu pairs, %s found %zu\n", name.c_str(), a.backend.c_str(), a.pairs,
                 b.backend.c_str(), b.pairs);
    std::exit(EXIT_FAILURE);
}

}  // namespace ricochet::bench
