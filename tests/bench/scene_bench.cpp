// Table 1 of Gottschalk, Lin, Manocha, OBBTree, 1996: two bodies in motion, and what finding their contacts
// takes per step; ours and GImpact in one run, the paper's figures beside them.

#include "demos/app/simulation.h"
#include "tests/bench/measure.h"

#include <ricochet/registration.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace ricochet::bench {
namespace {

/// Per step; what a backend does not count is negative.
struct Row {
    std::string scene, backend;
    int steps;
    double boxTests, triangleTests, facePairs, contacts;
    double meanUs, medianUs;  ///< of detection
};

/// As printed there: contacts are pairs of faces.
const Row kPaper[] = {
    {"pipes", "paper", 4008, 1704187.0 / 4008, 71589.0 / 4008, 23905.0 / 4008, -1, 4200, -1},
    {"torus", "paper", 1298, 1055559.0 / 1298, 7069.0 / 1298, 2266.0 / 1298, -1, 6900, -1},
};

struct SceneRun {
    const char* scene;
    int steps;
    double fasterThanGImpact;  ///< what is to be reached
};
constexpr SceneRun kRuns[] = {{"pipes", 120, 20}, {"torus", 300, 5}};

std::unique_ptr<app::Simulation> simulationOf(const std::string& scene, const std::string& backend) {
    app::RunOptions options;
    options.scene = scene;
    options.narrow = backend;
    options.sleep = "off";
    auto simulation = app::Simulation::create(options);
    if (!simulation) throw std::runtime_error(simulation.error());
    return std::move(*simulation);
}

int contactsIn(const btDispatcher& dispatcher) {
    int contacts = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        contacts += const_cast<btDispatcher&>(dispatcher).getManifoldByIndexInternal(i)->getNumContacts();
    }
    return contacts;
}

/// Of the steps after the first one, in which ours build their trees; GImpact
/// builds its own with the shape.
Row measure(const std::string& scene, const std::string& backend, int steps) {
    const auto simulation = simulationOf(scene, backend);
    const app::TimedDispatcher& dispatcher = simulation->dispatcher();
    simulation->step();
    resetStatistics(const_cast<app::TimedDispatcher&>(dispatcher));
    std::vector<double> microseconds;
    double contacts = 0;
    for (int step = 0; step < steps; ++step) {
        simulation->step();
        microseconds.push_back(1e3 * dispatcher.milliseconds());
        contacts += contactsIn(dispatcher);
    }
    const Stopwatch watch(microseconds);
    Row row = {scene, backend, steps, -1, -1, -1, contacts / steps, watch.sum() / steps, watch.median()};
    if (simulation->narrowPhase().isOurs) {
        const Statistics sums = statistics(dispatcher);
        row.boxTests = static_cast<double>(sums.boxTests) / steps;
        row.triangleTests = static_cast<double>(sums.triangleTests) / steps;
        row.facePairs = static_cast<double>(sums.facePairs) / steps;
    }
    return row;
}

void print(const Row& row) {
    std::printf("%s,%s,%d", row.scene.c_str(), row.backend.c_str(), row.steps);
    for (const double value :
         {row.boxTests, row.triangleTests, row.facePairs, row.contacts, row.meanUs, row.medianUs}) {
        value < 0 ? std::printf(",") : std::printf(",%.1f", value);
    }
    std::printf("\n");
    std::fflush(stdout);
}

/// How many times longer GImpact takes than the wide tree.
double measureRun(const SceneRun& run, int steps) {
    for (const Row& row : kPaper) {
        if (row.scene == run.scene) print(row);
    }
    print(measure(run.scene, "obb-tree", steps));
    const Row wide = measure(run.scene, "wide-tree", steps), gimpact = measure(run.scene, "gimpact", steps);
    print(wide);
    print(gimpact);
    return gimpact.meanUs / wide.meanUs;
}

void run(bool isQuick) {
    std::printf("# %s\n", machine().c_str());
    std::printf("scene,backend,steps,box_tests,triangle_tests,face_pairs,contacts,mean_us,median_us\n");
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
    try {
        ricochet::bench::run(argc > 1 && std::string_view(argv[1]) == "--quick");
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return EXIT_FAILURE;
    }
}
