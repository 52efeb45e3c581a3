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

void printHeader() {
    const std::int64_t bestTarget = hwy::SupportedTargets() & -hwy::SupportedTargets();
    std::printf("# %s; g++ %s; %s; no -march, run-time dispatch to %s; microseconds of one thread\n",
                processor().c_str(), __VERSION__, RICOCHET_BENCH_FLAGS, hwy::TargetName(bestTarget));
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
