#include "tests/bench/quality_runs.h"

#include "demos/app/recorder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ricochet::bench {
namespace {

using Json = nlohmann::ordered_json;

app::RunOptions runOptions(const Trial& trial, std::string_view backend, unsigned seed) {
    app::RunOptions run;
    run.scene = trial.scene;
    run.variant = trial.variant;
    run.narrow = backend;
    run.hz = trial.hz;
    run.steps = static_cast<int>(std::lround(trial.seconds * trial.hz));
    run.solver = "sequential";
    run.stockSolver = !trial.tuned;
    if (trial.iterations > 0) run.iterations = trial.iterations;
    if (trial.frictionDirections > 0) run.frictionDirections = trial.frictionDirections;
    run.frictionAnchors = trial.frictionAnchors;
    run.randomOrder = trial.randomOrder;
    run.splitDepth = trial.splitDepth;
    run.frictionErp = trial.frictionErp;
    run.sleep = trial.maySleep ? "on" : "off";
    run.settle = trial.settle;
    run.margin = trial.margin;
    run.noise = trial.noise;
    run.seed = seed;
    return run;
}

Json reportOf(const app::RunOptions& options) {
    const auto report = app::runScene(options, [](const app::Simulation&, int) {});
    if (!report) throw std::runtime_error(report.error());
    return *report;
}

double figureOf(const Json& report, std::string_view pointer) {
    const Json& value = report.at(Json::json_pointer(std::string(pointer)));
    return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

}  // namespace

const std::vector<Json>& QualityRuns::of(const Trial& trial, std::string_view backend) {
    return ofSeeds(trial, backend, backend == kOurs ? trial.seeds : 1);
}

const std::vector<Json>& QualityRuns::ofAllSeeds(const Trial& trial, std::string_view backend) {
    return ofSeeds(trial, backend, trial.seeds);
}

const std::vector<Json>& QualityRuns::ofSeeds(const Trial& trial, std::string_view backend, int seeds) {
    if (isQuick_) seeds = 1;
    for (const Entry& entry : entries_) {
        const bool isIt = entry.trial == trial && entry.backend == backend;
        if (isIt && entry.reports.size() == static_cast<std::size_t>(seeds)) return entry.reports;
    }
    Entry entry{trial, backend, {}};
    for (int seed = 1; seed <= seeds; ++seed) {
        app::RunOptions options = runOptions(trial, backend, static_cast<unsigned>(seed));
        if (isQuick_) options.steps = 2;
        entry.reports.push_back(reportOf(options));
    }
    return entries_.emplace_back(std::move(entry)).reports;
}

double sumOf(const std::vector<Json>& reports, std::string_view figure) {
    double sum = 0;
    for (const Json& report : reports) sum += figureOf(report, figure);
    return sum;
}

double worst(const std::vector<Json>& reports, std::string_view figure, Sense sense) {
    std::vector<double> values;
    for (const Json& report : reports) {
        const double value = figureOf(report, figure);
        values.push_back(sense == Sense::absolute ? std::abs(value) : value);
    }
    if (std::ranges::any_of(values, [](double v) { return std::isnan(v); })) return std::nan("");
    return sense == Sense::atLeast ? *std::ranges::min_element(values) : *std::ranges::max_element(values);
}

}  // namespace ricochet::bench
