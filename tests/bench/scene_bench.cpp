// Scenes as a user would set them up, in one run: ours with SmallStepsSolver beside GImpact and convex pieces
// with Bullet's solver. Detection per step: narrow phase and contacts.

#include "demos/app/recorder.h"
#include "tests/bench/measure.h"
#include "tests/bench/pair_memory.h"
#include "tests/support/command_line.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::bench {
namespace {

constexpr const char* kBackends[] = {"wide-tree", "gimpact", "compound"};
constexpr double kMostSeconds = 60;  // of detection: what takes longer is cut
constexpr double kFaster = 3, kFasterInTheMean = 5;
constexpr double kMostPairKilobytes = 16;  // of the mean

/// Steps from `first` to before `end`, and what ours may take there.
struct Phase {
    const char* name;
    int first, end;
    double mostMs;          ///< of the median, or of the mean
    bool isOfMean = false;  ///< else of the median
};

struct SceneRun {
    const char *scene, *variant;
    std::optional<int> bodies;
    std::vector<Phase> phases;
    bool showsPairMemory = false;  ///< of pairs at the end
};

constexpr double kNoBar = std::numeric_limits<double>::infinity();

std::vector<SceneRun> sceneRuns() {
    return {
        {"pipes", "", {}, {{"", 1, 120, kNoBar}}},
        {"torus", "", {}, {{"", 1, 300, kNoBar}}},
        {"torpedo", "", {}, {{"", 1, 300, kNoBar}}},
        {"chain", "", {}, {{"", 1, 300, kNoBar}}},
        {"drop", "", {}, {{"", 1, 600, 1.2, true}}},
        {"tori-stack", "flat", {}, {{"at rest", 200, 400, 0.25}}},
        {"tori-stack", "ridge", {}, {{"at rest", 200, 400, 0.25}}},
        {"brick-wall", "plain", {}, {{"at rest", 200, 400, 0.32}}},
        {"arch", "", {}, {{"at rest", 200, 400, kNoBar}}},
        {"card-house", "", {}, {{"at rest", 200, 400, kNoBar}}},
        {"bowls", "", {}, {{"at rest", 200, 400, kNoBar}}},
        {"bin", "", 100, {{"settling", 60, 200, 5}, {"after", 400, 700, 1}}, true},
        {"bin", "", 500, {{"settling", 60, 200, 25}, {"after", 500, 700, 4}}},
        {"parts-feeder", "", 200, {{"", 1, 300, 7}}},
        {"scan-pile", "", {}, {{"late", 300, 400, 2}}},
        {"twins", "nested", {}, {{"", 1, 130, 8}}},
        {"nut-bolt", "m16", {}, {{"", 1, 60, 6}}},
    };
}

struct Figures {
    int count = 0;  ///< of steps measured: fewer than the phase has where the run was cut
    double median = 0, p99 = 0, mean = 0, maximum = 0;  ///< ms, or kilobytes
};

Figures figuresOf(std::vector<double> part) {
    if (part.empty()) return {};
    std::ranges::sort(part);
    double sum = 0;
    for (const double each : part) sum += each;
    const double count = static_cast<double>(part.size());
    const auto quantile = [&](double share) { return part[static_cast<std::size_t>(share * (count - 1))]; };
    return {static_cast<int>(part.size()), quantile(0.5), quantile(0.99), sum / count, part.back()};
}

std::vector<double> ofPhase(const std::vector<double>& ms, const Phase& phase) {
    const auto at = [&](int step) { return ms.begin() + std::min(step, static_cast<int>(ms.size())); };
    return {at(phase.first), at(phase.end)};
}

/// Of one backend.
struct Measured {
    std::vector<Figures> phases;
    PairBytes pairs;  ///< at the end
};

/// Prints a row for each phase.
Measured measure(const SceneRun& run, const std::string& backend, int steps) {
    app::RunOptions options;
    options.scene = run.scene;
    options.variant = run.variant;
    options.bodies = run.bodies;
    options.narrow = backend;
    options.stockSolver = backend != "wide-tree";
    options.sleep = "off";
    options.steps = steps;
    auto simulation = app::Simulation::create(options);
    if (!simulation) throw std::runtime_error(simulation.error());
    app::Recorder recorder(options, **simulation);
    std::vector<double> ms;
    double sum = 0;
    while (static_cast<int>(ms.size()) < steps && sum < 1e3 * kMostSeconds) {
        recorder.step();
        ms.push_back((*simulation)->dispatcher().milliseconds());
        sum += ms.back();
    }
    const nlohmann::ordered_json report = recorder.report();
    Measured all;
    for (const Phase& phase : run.phases) {
        const Figures f = figuresOf(ofPhase(ms, phase));
        std::printf("%s,%s,%d,%s,%s,%d,%.4g,%.4g,%.4g,%.4g,%.3g,%.3g,%d\n", run.scene, run.variant,
                    run.bodies.value_or(0), phase.name, backend.c_str(), f.count, 1e3 * f.median, 1e3 * f.p99,
                    1e3 * f.mean, 1e3 * f.maximum, 1e3 * report["max_penetration"].get<double>(),
                    report["kinetic_energy_end"].get<double>(), report["bodies_lost"].get<int>());
        std::fflush(stdout);
        all.phases.push_back(f);
    }
    if (run.showsPairMemory) all.pairs = freePairs((*simulation)->world());
    return all;
}

std::string nameOf(const SceneRun& run) {
    std::string name = run.scene;
    if (*run.variant) name += std::string(" ") + run.variant;
    return run.bodies ? name + " " + std::to_string(*run.bodies) : name;
}
std::string nameOf(const SceneRun& run, const Phase& phase) {
    return *phase.name ? nameOf(run) + ", " + phase.name : nameOf(run);
}

std::string required(double most, bool isOfMean) {
    if (most == kNoBar) return "";
    char text[40];
    std::snprintf(text, sizeof text, "%s%g", isOfMean ? "mean " : "", most);
    return text;
}

/// How many times longer another one takes; "-" if it did not come so far.
struct Ratios {
    double mean = kNoBar, p99 = kNoBar;
    Ratios(const Figures& ours, const Figures& other) {
        if (other.count > 0) mean = other.mean / ours.mean, p99 = other.p99 / ours.p99;
    }
    std::string text() const {
        if (mean == kNoBar) return "- | -";
        char both[60];
        std::snprintf(both, sizeof both, "%.3g | %.3g", mean, p99);
        return both;
    }
    bool isMet() const { return mean >= kFaster && p99 >= kFaster; }
};

struct GeometricMean {
    double logarithms = 0;
    int count = 0;
    void add(double ratio) {
        if (ratio == kNoBar) return;
        logarithms += std::log(ratio);
        ++count;
    }
    double value() const { return std::exp(logarithms / count); }
};

/// Kilobytes. Prints how many pairs there are.
Figures memoryOf(const SceneRun& run, PairBytes bytes) {
    for (std::vector<double>* const group : {&bytes.touching, &bytes.apart}) {
        for (double& each : *group) each *= 1e-3;
    }
    const Figures touching = figuresOf(std::move(bytes.touching)), apart = figuresOf(std::move(bytes.apart));
    std::printf("# %s: %d pairs touch and keep %.3g kB in the mean, %d are apart and keep %.3g kB\n",
                nameOf(run).c_str(), touching.count, touching.mean, apart.count, apart.mean);
    return touching;
}

std::string memoryRow(const SceneRun& run, const Figures& kb) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "| %s, kB a touching pair | %.3g | %.3g | %.3g | %s | - | - | - | - | %s |\n",
                  nameOf(run).c_str(), kb.median, kb.p99, kb.mean, required(kMostPairKilobytes, true).c_str(),
                  kb.mean <= kMostPairKilobytes ? "yes" : "NO");
    return text;
}

struct Options {
    bool isQuick = false, isOursAlone = false;
    std::vector<std::string> scenes;  ///< none: all
};

void run(const Options& options) {
    std::printf("# %s; 60 Hz, no sleeping; depth sampled every tenth step; tables in ms\n",
                machine().c_str());
    std::printf(
        "scene,variant,bodies,phase,backend,steps,median_us,p99_us,mean_us,max_us,deepest_mm,energy_at_the_"
        "end_j,lost\n");
    std::string table;
    GeometricMean gimpactMean, piecesMean;
    std::vector<SceneRun> runs = sceneRuns();
    if (options.isQuick) runs.resize(2);
    if (!options.scenes.empty()) {
        std::erase_if(runs, [&](const SceneRun& each) {
            return std::ranges::none_of(options.scenes, [&](const std::string& name) {
                return name == each.scene || name == nameOf(each);
            });
        });
        if (runs.empty()) throw std::runtime_error("none of these scenes is measured here");
    }
    for (const SceneRun& scene : runs) {
        const int steps = options.isQuick ? 3 : scene.phases.back().end;
        std::array<Measured, std::size(kBackends)> all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = i > 0 && options.isOursAlone ? Measured{std::vector<Figures>(scene.phases.size()), {}}
                                                  : measure(scene, kBackends[i], steps);
        }
        for (std::size_t p = 0; p < scene.phases.size(); ++p) {
            const Phase& phase = scene.phases[p];
            const Figures& ours = all[0].phases[p];
            const Ratios gimpact(ours, all[1].phases[p]), pieces(ours, all[2].phases[p]);
            gimpactMean.add(gimpact.mean);
            piecesMean.add(pieces.mean);
            const double decisive = phase.isOfMean ? ours.mean : ours.median;
            const bool isMet = decisive <= phase.mostMs && gimpact.isMet() && pieces.isMet();
            char figures[80];
            std::snprintf(figures, sizeof figures, "%.3g | %.3g | %.3g", ours.median, ours.p99, ours.mean);
            table += "| " + nameOf(scene, phase) + " | " + figures + " | " +
                     required(phase.mostMs, phase.isOfMean) + " | " + gimpact.text() + " | " + pieces.text() +
                     " | " + (isMet ? "yes" : "NO") + " |\n";
        }
        if (scene.showsPairMemory) table += memoryRow(scene, memoryOf(scene, all[0].pairs));
    }
    std::printf(
        "\n| what | ours: median | 99 %% | mean | required | GImpact to ours: mean | 99 %% | pieces to "
        "ours: "
        "mean | 99 %% | met |\n|---|---|---|---|---|---|---|---|---|---|\n%s",
        table.c_str());
    const double gimpact = gimpactMean.value(), pieces = piecesMean.value();
    std::printf("| all, geometric mean | | | | >= %g | %.3g | | %.3g | | %s |\n", kFasterInTheMean, gimpact,
                pieces, std::min(gimpact, pieces) >= kFasterInTheMean ? "yes" : "NO");
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::bench::Options options;
    ricochet::test::CommandLine commandLine("Detection of scenes: ours beside GImpact and convex pieces.");
    commandLine.flag("--quick", options.isQuick, "a smoke test");
    commandLine.flag("--ours", options.isOursAlone, "without GImpact and convex pieces");
    commandLine.option("--scene", options.scenes,
                       "only these: by name, or with variant and bodies, as \"bin 100\"");
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(options); });
}
