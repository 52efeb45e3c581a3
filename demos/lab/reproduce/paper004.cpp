// Funfzig, Ullrich, Fellner. Hierarchical Spherical Distance Fields for Collision Detection. IEEE Computer
// Graphics and Applications, 2006. Its timings are only drawn, in figure 13, so ours are compared with the
// statements of the text.

#include "algorithms/spherical_field/samplers.h"
#include "demos/app/progress_bar.h"
#include "demos/baselines/machine.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper004_claims.h"

#include <nlohmann/json.hpp>

namespace ricochet::lab::paper004 {
namespace {

const std::vector<Real> kDistances = {1.5, 1.25, 1, 0.75, 0.5, 0.25, 0};

SweepPlan planOf(Effort effort) {
    if (effort == Effort::full) return {kDistances, 1000, 1e9, 1000};
    if (effort == Effort::normal) return {kDistances, 100, 1, 5};
    return {{1.5, 0.5, 0}, 1, 1, 1};
}

std::vector<const baselines::BaselineKind*> kinds() {
    std::vector<const baselines::BaselineKind*> rows;
    for (const Contestant& contestant : contestants())
        rows.push_back(&baselines::baselineNamed(contestant.baseline));
    return rows;
}

Measurements measure(const std::vector<CollisionModel>& models, const SweepPlan& plan) {
    const std::size_t cells = couples().size() * contestants().size() * plan.distances.size();
    ProgressBar bar(static_cast<int>(cells), false);
    Measurements all;
    int done = 0;
    for (const Couple& couple : couples()) {
        auto curves = sweepDistances(models[couple.a].mesh, models[couple.b].mesh, kinds(), plan,
                                     [&] { bar.show(++done); });
        all.couples.push_back({&couple, titleOf(couple, models), std::move(curves)});
    }
    return all;
}

/// The paper samples by rays, 16 x 16 at most, about the centre of mass.
std::map<std::string, Layers> layersOf(const std::vector<CollisionModel>& models) {
    std::map<std::string, Layers> layers;
    for (const CollisionModel& model : models) {
        const auto field = spherical_field::buildField(*model.mesh, {.level = 4});
        layers[model.name] = {spherical_field::layersByHits(*model.mesh, field),
                              spherical_field::layersByGaps(field)};
    }
    return layers;
}

void sayContradictions(const SweepCurve& curve, Report& report) {
    for (const SweepCell& cell : curve.cells) {
        if (cell.contradiction.empty()) continue;
        report.say(std::string(curve.kind->name) + " at distance " + textOf(cell.distance) + ": " +
                   cell.contradiction);
    }
}

void say(const Measurements& all, Report& report) {
    for (const SweepCurve& curve : all.couples.front().curves) {
        if (!curve.isInstalled) report.say(std::string(curve.kind->name) + ": " + kNotInstalled);
    }
    for (const CoupleResult& result : all.couples) {
        report.say(result.title + ": median time per query, microseconds; mean number of pairs",
                   tableOf(result));
        for (const SweepCurve& curve : result.curves) sayContradictions(curve, report);
    }
}

Result<void> write(const Measurements& all, Report& report) {
    for (const CoupleResult& result : all.couples) {
        report.add(chartOf(result, Charts::ours));
        report.add(chartOf(result, Charts::papersRun));
    }
    return report.write("distances", rowsOf(all));
}

}  // namespace

Result<void> runDistances(Effort effort, Report& report) {
    const auto all = models();
    if (!all) return tl::unexpected(all.error());
    const SweepPlan plan = planOf(effort);
    report.say("Two models in unit boxes; the second turns once about z, " + std::to_string(plan.frames) +
               " frames at each distance.\n" + baselines::machine());
    report.say("models of figure 12", tableOf(*all), Alignment::left);
    Measurements measurements = measure(*all, plan);
    measurements.layersPerShell = layersOf(*all);
    say(measurements, report);
    report.add(claimsOf(statements(*all), measurements));
    return write(measurements, report);
}

}  // namespace ricochet::lab::paper004
