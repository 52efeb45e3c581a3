// Scenes in motion: detection time per step, ours and GImpact's in one run.

#include "demos/app/simulation.h"
#include "tests/bench/measure.h"
#include "tests/support/command_line.h"

#include <cstdio>
#include <stdexcept>
#include <string_view>

namespace ricochet::bench {
namespace {

struct Row {
    std::string scene, backend;
    int steps;
    double contacts;          ///< points, per step
    double meanUs, medianUs;  ///< of detection, per step
};

struct SceneRun {
    const char* scene;
    int steps;
    double fasterThanGImpact;  ///< the bar
};
constexpr SceneRun kRuns[] = {{"pipes", 120, 20}, {"torus", 300, 5}};

std::unique_ptr<app::Simulation> simulationOf(const std::string& scene, const std::string& backend) {
    app::RunOptions options;
    options.scene = scene;
    options.narrow = backend;
    options.stockSolver = true;
    options.sleep = "off";
    auto simulation = app::Simulation::create(options);
    if (!simulation) throw std::runtime_error(simulation.error());
    return std::move(*simulation);
}

/// Over the steps after the first one, in which ours build their trees; GImpact builds its tree with the
/// shape.
Row measure(const std::string& scene, const std::string& backend, int steps) {
    const auto simulation = simulationOf(scene, backend);
    const app::TimedDispatcher& dispatcher = simulation->dispatcher();
    simulation->step();
    std::vector<double> microseconds;
    double contacts = 0;
    for (int step = 0; step < steps; ++step) {
        simulation->step();
        microseconds.push_back(1e3 * dispatcher.milliseconds());
        contacts += dispatcher.contacts();
    }
    const Stopwatch watch(microseconds);
    return {scene, backend, steps, contacts / steps, watch.sum() / steps, watch.median()};
}

void print(const Row& row) {
    std::printf("%s,%s,%d,%.1f,%.1f,%.1f\n", row.scene.c_str(), row.backend.c_str(), row.steps, row.contacts,
                row.meanUs, row.medianUs);
    std::fflush(stdout);
}

/// Ratio of GImpact's time to the wide tree's.
double measureRun(const SceneRun& run, int steps) {
    print(measure(run.scene, "obb-tree", steps));
    const Row wide = measure(run.scene, "wide-tree", steps), gimpact = measure(run.scene, "gimpact", steps);
    print(wide);
    print(gimpact);
    return gimpact.meanUs / wide.meanUs;
}

void run(bool isQuick) {
    std::printf("# %s\n", machine().c_str());
    std::printf("scene,backend,steps,contacts,mean_us,median_us\n");
    std::vector<double> ratios;
    for (const SceneRun& scene : kRuns) ratios.push_back(measureRun(scene, isQuick ? 2 : scene.steps));
    std::printf(
        "\n| GImpact's detection per step to ours | required | measured | met |\n|---|---|---|---|\n");
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        const double required = kRuns[i].fasterThanGImpact;
        std::printf("| %s | >= %g | %.3g | %s |\n", kRuns[i].scene, required, ratios[i],
                    ratios[i] >= required ? "yes" : "NO");
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const bool isQuick =
        ricochet::test::isQuick("Contact points and detection time of two scenes in motion.", argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(isQuick); });
}
