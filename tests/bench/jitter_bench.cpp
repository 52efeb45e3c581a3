// Effect of each setting of a world on bodies that should rest: the table of docs/why-stacks-jitter.md.
//     jitter_bench [--quick]

#include "tests/bench/measure.h"
#include "tests/bench/quality_runs.h"
#include "tests/support/command_line.h"

#include <cstdio>

namespace ricochet::bench {
namespace {

/// Differences from a default Bullet world.
struct Setting {
    const char* what;
    std::string_view backend = kOurs;
    bool tuned = false;
    int iterations = 0, frictionDirections = 0;
    std::string_view frictionAnchors = "";
    bool randomOrder = false;
    bool maySleep = false;
    double hz = 60;
    double margin = 0;
    std::optional<double> splitDepth = {}, frictionErp = {};
};

constexpr Setting kSettings[] = {
    {.what = "GImpact, as Bullet comes", .backend = "gimpact"},
    {.what = "ours, as Bullet comes: 10 iterations, one friction direction"},
    {.what = "two friction directions", .frictionDirections = 2},
    {.what = "20 iterations", .iterations = 20},
    {.what = "friction anchors", .frictionAnchors = "on"},
    {.what = "both directions and 20 iterations", .tuned = true, .frictionAnchors = "off"},
    {.what = "all three, and anchors pull back 0.6 of a drift in a step: `tune`", .tuned = true},
    {.what = "`tune` with random order", .tuned = true, .randomOrder = true},
    {.what = "two friction directions, 10 iterations, random order",
     .frictionDirections = 2,
     .randomOrder = true},
    {.what = "`tune`, 50 iterations", .tuned = true, .iterations = 50},
    {.what = "`tune`, 120 Hz", .tuned = true, .hz = 120},
    {.what = "`tune`, margin 0.02", .tuned = true, .margin = 0.02},
    {.what = "`tune`, split impulses from 1 mm on", .tuned = true, .splitDepth = 1e-3},
    {.what = "`tune`, anchors pull back a fifth a step", .tuned = true, .frictionErp = 0.2},
    {.what = "`tune`, bodies may sleep", .tuned = true, .maySleep = true},
    {.what = "as Bullet comes, bodies may sleep", .maySleep = true},
};

struct Scene {
    std::string_view scene, variant;
};
constexpr Scene kScenes[] = {{"tori-stack", "flat"}, {"tori-stack", "ridge"}, {"chain", "flat"}};

Trial trialOf(const Scene& scene, const Setting& setting) {
    Trial trial{scene.scene, scene.variant};
    trial.tuned = setting.tuned;
    trial.iterations = setting.iterations;
    trial.frictionDirections = setting.frictionDirections;
    trial.frictionAnchors = setting.frictionAnchors;
    trial.randomOrder = setting.randomOrder;
    trial.maySleep = setting.maySleep;
    trial.hz = setting.hz;
    trial.margin = setting.margin;
    trial.splitDepth = setting.splitDepth;
    trial.frictionErp = setting.frictionErp;
    return trial;
}

void printRow(const Setting& setting, QualityRuns& runs) {
    std::printf("| %s |", setting.what);
    for (const Scene& scene : kScenes) {
        const auto& reports = runs.of(trialOf(scene, setting), setting.backend);
        std::printf(" %.1e | %.2g | %.2g |", worst(reports, "/late_energy_per_kg", Sense::atMost),
                    1e3 * worst(reports, "/late_penetration", Sense::atMost),
                    1e3 * worst(reports, "/drift", Sense::atMost));
    }
    std::printf("\n");
    std::fflush(stdout);
}

void run(bool isQuick) {
    std::printf("# %s\n\n| |", machine().c_str());
    for (const Scene& scene : kScenes) {
        std::printf(" %s %s: J/kg | depth, mm | drift, mm |", std::string(scene.scene).c_str(),
                    std::string(scene.variant).c_str());
    }
    std::printf("\n|---|---|---|---|---|---|---|---|---|---|\n");
    QualityRuns runs(isQuick);
    for (const Setting& setting : kSettings) printRow(setting, runs);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const bool isQuick =
        ricochet::test::isQuick("The effect of a world's settings on how bodies rest.", argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(isQuick); });
}
