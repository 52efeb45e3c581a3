// How well bodies rest, hang, screw and roll: every figure that is to be reached, ours and others' in one
// run.
//     quality_bench [--quick] [word...]     all bars, or those whose text contains one of the words

#include "demos/app/recorder.h"
#include "tests/bench/measure.h"
#include "tests/bench/quality_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kOurs = "wide-tree";

struct Options {
    bool isQuick = false;
    std::vector<std::string_view> words;

    bool wants(const QualityBar& bar) const {
        return words.empty() || std::ranges::any_of(words, [&](std::string_view word) {
                   return bar.what.find(word) != std::string_view::npos;
               });
    }
};

app::RunOptions runOptions(const Trial& trial, std::string_view backend, unsigned seed) {
    app::RunOptions run;
    run.scene = trial.scene;
    run.variant = trial.variant;
    run.narrow = backend;
    run.hz = trial.hz;
    run.steps = static_cast<int>(std::lround(trial.seconds * trial.hz));
    run.tuned = trial.tuned;
    if (trial.iterations > 0) run.iterations = trial.iterations;
    run.randomOrder = trial.randomOrder;
    run.sleep = trial.maySleep ? "on" : "off";
    run.settle = trial.settle;
    run.margin = trial.margin;
    run.noise = trial.noise;
    run.seed = seed;
    return run;
}

/// The same scene in the same way is run once, whatever is asked of it.
class Runs {
public:
    explicit Runs(const Options& options) : options_(options) {}

    /// One report per seed; others than ours are run with the first seed only.
    const std::vector<Json>& of(const Trial& trial, std::string_view backend) {
        for (const Entry& entry : entries_) {
            if (entry.trial == trial && entry.backend == backend) return entry.reports;
        }
        const int seeds = backend == kOurs && !options_.isQuick ? trial.seeds : 1;
        Entry entry{trial, backend, {}};
        for (int seed = 1; seed <= seeds; ++seed) {
            entry.reports.push_back(run(runOptions(trial, backend, static_cast<unsigned>(seed))));
        }
        return entries_.emplace_back(std::move(entry)).reports;
    }

private:
    struct Entry {
        Trial trial;
        std::string_view backend;
        std::vector<Json> reports;
    };

    Json run(app::RunOptions options) const {
        if (options_.isQuick) options.steps = 2;
        const auto report = app::runScene(options, [](const app::Simulation&, int) {});
        if (!report) throw std::runtime_error(report.error());
        return *report;
    }

    const Options& options_;
    std::vector<Entry> entries_;
};

/// A figure that was never reached, as when bodies fall asleep, is null.
double figureOf(const Json& report, std::string_view pointer) {
    const Json& value = report.at(Json::json_pointer(std::string(pointer)));
    return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

double worst(const std::vector<Json>& reports, const QualityBar& bar, Sense sense) {
    std::vector<double> values;
    for (const Json& report : reports) values.push_back(figureOf(report, bar.figure));
    return sense == Sense::atMost ? *std::ranges::max_element(values) : *std::ranges::min_element(values);
}

double measured(const QualityBar& bar, Runs& runs) {
    if (bar.over.empty()) return worst(runs.of(bar.trial, kOurs), bar, bar.sense);
    return worst(runs.of(bar.trial, bar.over), bar, Sense::atLeast) /
           worst(runs.of(bar.trial, kOurs), bar, Sense::atMost);
}

void printRow(const QualityBar& bar, Runs& runs) {
    const double ours = measured(bar, runs);
    const bool atLeast = bar.sense == Sense::atLeast;
    const bool isMet = atLeast ? ours >= bar.required : ours <= bar.required;
    std::printf("| %s | %s %g | %.3g | %s |", std::string(bar.what).c_str(),
                atLeast ? ">=" : "<=", bar.required, ours, isMet ? "yes" : "NO");
    if (bar.over.empty() && !bar.peer.empty()) {
        std::printf(" %s %.3g |\n", std::string(bar.peer).c_str(),
                    worst(runs.of(bar.trial, bar.peer), bar, bar.sense));
    } else {
        std::printf(" |\n");
    }
    std::fflush(stdout);
}

void run(const Options& options) {
    std::printf("# %s\n\n", machine().c_str());
    std::printf("| what | required | measured | met | beside it |\n|---|---|---|---|---|\n");
    Runs runs(options);
    for (const QualityBar& bar : qualityBars()) {
        if (options.wants(bar)) printRow(bar, runs);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::bench::Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--quick") {
            options.isQuick = true;
        } else {
            options.words.push_back(word);
        }
    }
    try {
        ricochet::bench::run(options);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return EXIT_FAILURE;
    }
}
