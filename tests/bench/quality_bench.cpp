// How well bodies rest, hang, screw and roll: every figure with a bar, ours and others' in one run.

#include "tests/bench/measure.h"
#include "tests/bench/quality_runs.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ricochet::bench {
namespace {

struct Options {
    bool isQuick = false;
    std::vector<std::string> words;

    bool wants(const QualityBar& bar) const {
        return words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
                   return bar.what.find(word) != std::string::npos;
               });
    }
};

/// The greatest difference of two trials with the same seeds.
double difference(const QualityBar& bar, std::string_view backend, QualityRuns& runs) {
    const auto& first = runs.of(bar.trial, backend);
    const auto& second = runs.of(*bar.against, backend);
    double maximum = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        maximum = std::max(maximum, std::abs(worst({first[i]}, bar.figure, bar.sense) -
                                             worst({second[i]}, bar.figure, bar.sense)));
    }
    return maximum;
}

double measured(const QualityBar& bar, QualityRuns& runs) {
    if (bar.against) return difference(bar, kOurs, runs);
    if (bar.over.empty()) return worst(runs.of(bar.trial, kOurs), bar.figure, bar.sense);
    return sumOf(runs.ofAllSeeds(bar.trial, bar.over), bar.figure) /
           sumOf(runs.ofAllSeeds(bar.trial, kOurs), bar.figure);
}

void printRow(const QualityBar& bar, QualityRuns& runs) {
    const double ours = measured(bar, runs);
    const bool atLeast = bar.sense == Sense::atLeast;
    const bool isMet = atLeast ? ours >= bar.required : ours <= bar.required;
    std::printf("| %s | %s %g | %.3g | %s |", bar.what.c_str(), atLeast ? ">=" : "<=", bar.required, ours,
                isMet ? "yes" : "NO");
    if (bar.over.empty() && !bar.baseline.empty()) {
        std::printf(" %s %.3g |\n", std::string(bar.baseline).c_str(),
                    bar.against ? difference(bar, bar.baseline, runs)
                                : worst(runs.of(bar.trial, bar.baseline), bar.figure, bar.sense));
    } else {
        std::printf(" |\n");
    }
    std::fflush(stdout);
}

void run(const Options& options) {
    std::printf("# %s\n\n", machine().c_str());
    std::printf("| what | required | measured | met | beside it |\n|---|---|---|---|---|\n");
    QualityRuns runs(options.isQuick);
    for (const QualityBar& bar : qualityBars()) {
        if (options.wants(bar)) printRow(bar, runs);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::bench::Options options;
    ricochet::test::CommandLine commandLine("How well bodies rest, hang, screw and roll: all bars.");
    commandLine.flag("--quick", options.isQuick, "a smoke test");
    commandLine.option("words", options.words, "only the bars whose text contains one of them");
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(options); });
}
