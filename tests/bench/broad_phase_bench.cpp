// Our sweep and prune compared with Bullet's broad phases, on clouds of boxes.
// With up to a few thousand bodies each runs several times, alternately, and the medians are printed, since
// short runs are sensitive to background load.

#include "demos/app/broad_only.h"
#include "demos/app/quantiles.h"
#include "tests/bench/bare_sweep.h"
#include "tests/bench/measure.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::bench {
namespace {

using app::BroadOnlyOptions;
using app::BroadOnlyReport;

struct Row {
    const char* name;
    const char* cloud;
    double moving;  ///< negative: the cloud's own
    bool setsAll, cleansFirst;
    bool isDetailed;  ///< with rows for build and queries
};

constexpr Row kRows[] = {
    // name, cloud, moving, setsAll, cleansFirst, isDetailed
    {"cube all move", "cloud", 1, false, false, true},
    {"cube 5 % move", "cloud", 0.05, false, false, false},
    {"cube 5 % move all set", "cloud", 0.05, true, false, false},
    {"slab all move", "slab", 1, false, false, false},
    {"column all move", "column", 1, false, false, false},
    {"clusters all move", "clusters", 1, false, false, false},
    {"churn by proxy calls", "churn", -1, false, false, false},
    {"churn as a world does", "churn", -1, false, true, false},
    {"90 % asleep", "sleepers", -1, false, false, false},
};

struct Backend {
    const char* name;
    const char* broad;  ///< null: the algorithm without Bullet
    bool isOurs, hasStockCache;
    int maximum;  ///< bodies: with more, a run takes minutes
};

constexpr int kAny = 1 << 30;
constexpr Backend kBackends[] = {
    // name, broad, isOurs, hasStockCache, most
    {"btDbvt", "dbvt", false, false, kAny},
    {"btDbvt deferred", "dbvt?deferred=on", false, false, kAny},
    {"btAxisSweep3", "axis-sweep3", false, false, 10000},
    {"bt32BitAxisSweep3", "axis-sweep3?bits=32", false, false, 10000},
    {"ours with Bullet's cache", "sweep-and-prune", true, true, kAny},
    {"ours with own cache", "sweep-and-prune", true, false, kAny},
    {"ours bare", nullptr, true, false, kAny},
};

constexpr int kRounds = 9, kMostForRounds = 3000;  // bodies

int stepsFor(int bodies) { return std::clamp(2000000 / bodies, 12, 200); }

BroadOnlyReport measure(const Row& row, const Backend& backend, int bodies, int steps) {
    BroadOnlyOptions options;
    options.cloud = row.cloud;
    options.bodies = bodies;
    if (row.moving >= 0) options.moving = row.moving;
    options.steps = steps;
    options.setsAll = row.setsAll;
    options.cleansFirst = row.cleansFirst;
    options.hasStockCache = backend.hasStockCache;
    options.queries = row.isDetailed ? 1000 : 0;
    if (!backend.broad) return measureBare(options, 1);
    options.broad = backend.broad;
    const auto report = measureBroadPhase(options);
    if (report) return *report;
    std::fprintf(stderr, "%s\n", report.error().c_str());
    std::exit(EXIT_FAILURE);
}

struct Result {
    const Backend* backend;
    BroadOnlyReport report;               ///< of one run
    std::vector<BroadOnlyReport> others;  ///< of the other rounds
};

double meanFrameOf(const BroadOnlyReport& report) { return app::quantilesOf(report.frames).mean; }

/// Median of the value over all rounds.
template <class Value>
double medianOf(const Result& result, Value&& valueOf) {
    std::vector<double> values{valueOf(result.report)};
    for (const BroadOnlyReport& other : result.others) values.push_back(valueOf(other));
    return app::quantilesOf(std::move(values)).median;
}

/// One line per backend; the last number is the best stock time over this backend's.
template <class Value>
void print(const std::string& name, int bodies, const std::vector<Result>& results, Value&& valueOf) {
    double best = 1e300;
    for (const Result& result : results) {
        if (!result.backend->isOurs) best = std::min(best, medianOf(result, valueOf));
    }
    for (const Result& result : results) {
        const double value = medianOf(result, valueOf);
        if (value <= 0) continue;  // not available for this backend
        std::printf("%s,%d,%s,%.5f,%d,%016llx,%.2f\n", name.c_str(), bodies, result.backend->name, value,
                    result.report.pairs, static_cast<unsigned long long>(result.report.pairHash),
                    best / value);
    }
    std::fflush(stdout);
}

void requireEqualPairs(const std::vector<Result>& results) {
    for (const Result& result : results) {
        if (result.report.pairHash == results.front().report.pairHash) continue;
        std::fprintf(stderr, "%s found other pairs than %s\n", result.backend->name,
                     results.front().backend->name);
        std::exit(EXIT_FAILURE);
    }
}

void compare(const Row& row, int bodies, int steps) {
    std::vector<Result> results;
    for (const Backend& backend : kBackends) {
        if (bodies <= backend.maximum)
            results.push_back({&backend, measure(row, backend, bodies, steps), {}});
    }
    for (int round = 1; bodies <= kMostForRounds && round < kRounds; ++round) {
        for (Result& result : results) {
            result.others.push_back(measure(row, *result.backend, bodies, steps));
        }
    }
    requireEqualPairs(results);
    print(row.name, bodies, results, meanFrameOf);
    if (!row.isDetailed) return;
    print("build from empty", bodies, results, [](const BroadOnlyReport& r) { return r.build; });
    print("1000 rays", bodies, results, [](const BroadOnlyReport& r) { return r.rays; });
    print("1000 box queries", bodies, results, [](const BroadOnlyReport& r) { return r.boxQueries; });
}

void compareAll(const std::vector<int>& sizes, int steps) {
    std::printf("# %s; mean_ms in milliseconds\n", machine().c_str());
    std::printf("scene,bodies,backend,mean_ms,pairs,pair_hash,best_stock_over_it\n");
    for (const int bodies : sizes) {
        for (const Row& row : kRows) compare(row, bodies, steps > 0 ? steps : stepsFor(bodies));
    }
}

void growth() {
    std::printf("scene,bodies,mean_ms,pairs\n");
    for (const int bodies : {10000, 30000, 100000, 300000, 1000000}) {
        for (const double moving : {1.0, 0.05}) {
            const Row row = {"", "cloud", moving, false, false, false};
            const BroadOnlyReport report = measure(row, kBackends[5], bodies, stepsFor(bodies));
            std::printf("%s,%d,%.5f,%d\n", moving < 1 ? "cube 5 % move" : "cube all move", bodies,
                        meanFrameOf(report), report.pairs);
            std::fflush(stdout);
        }
    }
}

void threads() {
    std::printf("threads,bodies,least_wall_ms,least_ms_of_calling_thread,bytes_per_body\n");
    BroadOnlyOptions options;
    options.cloud = "cloud";
    options.bodies = 100000;
    options.steps = 60;
    const auto minimum = [](const std::vector<double>& values) {
        return *std::min_element(values.begin(), values.end());
    };
    for (const int count : {1, 2, 1, 2}) {
        BareDetails details;
        const BroadOnlyReport report = measureBare(options, count, &details);
        std::printf("%d,%d,%.3f,%.3f,%.1f\n", count, options.bodies, minimum(details.wallMilliseconds),
                    minimum(report.frames), details.bytesPerBody);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::bench;
    std::vector<int> bodies;
    bool isQuick = false, measuresGrowth = false, measuresThreads = false;
    ricochet::test::CommandLine commandLine("Broad phases beside Bullet's, on clouds of boxes.");
    commandLine.option("bodies", bodies, "numbers of bodies instead of 1,000, 10,000 and 100,000",
                       ricochet::test::positive());
    commandLine.flag("--quick", isQuick, "a smoke test");
    commandLine.flag("--growth", measuresGrowth, "ours alone, from 10,000 to 1,000,000 bodies");
    commandLine.flag("--threads", measuresThreads,
                     "detection alone at 100,000 bodies, on one and two threads");
    commandLine.parseOrExit(argc, argv);
    if (isQuick) return compareAll({300}, /*steps*/ 5), EXIT_SUCCESS;
    if (measuresGrowth) return growth(), EXIT_SUCCESS;
    if (measuresThreads) return threads(), EXIT_SUCCESS;
    compareAll(bodies.empty() ? std::vector<int>{1000, 10000, 100000} : bodies, 0);
    return EXIT_SUCCESS;
}
