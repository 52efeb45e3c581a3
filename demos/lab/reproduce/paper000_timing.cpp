#include "demos/lab/reproduce/paper000_timing.h"

#include "algorithms/brute_force/brute_force.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ricochet::lab::paper000 {

double Series::median() const {
    std::vector<double> sorted = cycles;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

Series timed(const std::string& label, const Run& run, int times, const std::function<Detect()>& begin) {
    std::vector<baselines::Stopwatch> watches(static_cast<std::size_t>(run.cycles));
    for (int i = 0; i < times; ++i) {
        const Detect detect = begin();
        for (int cycle = 1; cycle <= run.cycles; ++cycle) {
            const std::vector<Pose> poses = run.posesAt(cycle);
            watches[static_cast<std::size_t>(cycle) - 1].time([&] { detect(poses); });
        }
    }
    Series series = {label, {}};
    for (const baselines::Stopwatch& watch : watches) series.cycles.push_back(watch.median());
    return series;
}

TextTable tableOf(const std::vector<Series>& all) {
    TextTable table = {{"cycle"}};
    for (const Series& series : all) table[0].push_back(series.label + ", us");
    for (std::size_t cycle = 0; cycle < all.front().cycles.size(); ++cycle) {
        table.push_back({std::to_string(cycle + 1)});
        for (const Series& series : all) table.back().push_back(text(series.cycles[cycle]));
    }
    return table;
}

PageChart chartOf(const std::string& title, const std::string& subtitle, const std::vector<Series>& all) {
    PageChart chart = {title, subtitle, {"cycle"}, {"microseconds", true}};
    for (const Series& series : all) {
        PageChart::Curve curve{series.label};
        for (std::size_t i = 0; i < series.cycles.size(); ++i) {
            curve.points.push_back({static_cast<double>(i + 1), series.cycles[i]});
        }
        chart.curves.push_back(std::move(curve));
    }
    return chart;
}

std::string text(double value) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), value >= 1000 ? "%.0f" : "%.3g", value);
    return digits.data();
}

double bruteForceMicroseconds(const Run& run, int repeats) {
    const BruteForce narrowPhase(BruteForceSettings{.boxPretest = false});
    const auto models = modelsOf(run, narrowPhase);
    const auto bodies = placed(models, run.posesAt(run.cycles));
    PairMemory memory;
    FacePairs pairs;
    return medianOf(repeats, [&] { narrowPhase.findFacePairs(bodies[0], bodies[1], 0, memory, pairs); });
}

}  // namespace ricochet::lab::paper000
