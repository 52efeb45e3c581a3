#include "demos/app/recorder.h"

#include "demos/app/body_state.h"
#include "demos/app/interruption.h"
#include "demos/app/precision.h"
#include "demos/app/quantiles.h"
#include "demos/app/soft_figures.h"

#include <nlohmann/json.hpp>
#include <ricochet/registration.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

Json quantilesJson(const std::vector<double>& values) {
    const Quantiles quantiles = quantilesOf(values);
    return {{"median", quantiles.median},
            {"p99", quantiles.p99},
            {"max", quantiles.max},
            {"mean", quantiles.mean}};
}

Json orNull(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::vector<std::size_t> trianglesPerBody(const scenes::Scene& scene) {
    std::vector<std::size_t> triangles;
    for (const scenes::SceneBody& body : scene.bodies()) {
        triangles.push_back(body.mesh ? body.mesh->faces.size() : 0);
    }
    return triangles;
}

Json settingsOf(const RunOptions& options) {
    const bool hasSmallSteps = options.solverName() == "small-steps";
    const auto ofBullets = [&](int value) { return hasSmallSteps ? Json(nullptr) : Json(value); };
    return {{"scene", options.scene},
            {"variant", options.variant},
            {"narrow", options.narrow},
            {"broad", options.broad},
            {"precision", kPrecision},
            {"steps", options.steps},
            {"hz", options.hz},
            {"dynamics", options.dynamics},
            {"solver", options.solverName()},
            {"iterations", ofBullets(options.solverIterations())},
            {"small_steps", hasSmallSteps ? Json(options.smallSteps) : Json(nullptr)},
            {"stock_solver", options.stockSolver},
            {"random_order", options.randomOrder},
            {"swept", options.isSwept},
            {"batch", options.isBatched},
            {"friction", orNull(options.friction)},
            {"restitution", orNull(options.restitution)},
            {"split_depth", orNull(options.splitDepth)},
            {"friction_erp", orNull(options.frictionErp)},
            {"moving", orNull(options.moving)},
            {"penetration_every", options.penetrationEvery},
            {"friction_directions", ofBullets(options.solverFrictionDirections())},
            {"continuous", options.continuous},
            {"threads", options.threads},
            {"bind_threads", options.bindThreads},
            {"pair_budget", options.pairBudget},
            {"seed", options.seed},
            {"noise", options.noise},
            {"margin", options.margin},
            {"sleep", options.sleep}};
}

/// Statistics of the plugin, or of the queries for impulses alone.
Statistics statisticsOf(const Simulation& simulation) {
    if (!simulation.impulses()) return statistics(simulation.dispatcher());
    const Counters& sums = simulation.impulses()->counters();
    Statistics result;
    result.facePairs = static_cast<long long>(sums.facePairs);
    result.boxTests = static_cast<long long>(sums.boxTests);
    result.triangleTests = static_cast<long long>(sums.triangleTests);
    result.narrowPhaseMicroseconds = 1e3 * simulation.impulses()->totalMilliseconds();
    return result;
}

/// Counters of our narrow phases per step, and the preparation of large shapes in the whole process; null for
/// other narrow phases.
Json countersOf(const Simulation& simulation, int steps, bool areStagesMeasured) {
    if (!simulation.narrowPhase().isOurs || steps == 0) {
        return {{"face_pairs", nullptr},      {"candidate_pairs", nullptr},
                {"box_tests", nullptr},       {"triangle_tests", nullptr},
                {"coarse_pairs", nullptr},    {"evaluated_pairs", nullptr},
                {"updated_pairs", nullptr},   {"ahead_pairs", nullptr},
                {"repeated_pairs", nullptr},  {"narrow_phase_ms_mean", nullptr},
                {"contact_ms_mean", nullptr}, {"regions_prepared", nullptr},
                {"regions_dropped", nullptr}, {"regions_cached", nullptr},
                {"region_mb", nullptr},       {"region_ms", nullptr}};
    }
    const Statistics sums = statisticsOf(simulation);
    const bool areTimed = areStagesMeasured || simulation.impulses();
    const auto milliseconds = [&](double microseconds) {
        return areTimed ? Json(1e-3 * microseconds / steps) : Json(nullptr);
    };
    return {
        {"face_pairs", static_cast<double>(sums.facePairs) / steps},
        {"candidate_pairs", static_cast<double>(sums.candidatePairs) / steps},
        {"box_tests", static_cast<double>(sums.boxTests) / steps},
        {"triangle_tests", static_cast<double>(sums.triangleTests) / steps},
        {"coarse_pairs", static_cast<double>(sums.coarsePairs) / steps},
        {"evaluated_pairs", static_cast<double>(sums.pairs - sums.updatedPairs - sums.repeatedPairs) / steps},
        {"updated_pairs", static_cast<double>(sums.updatedPairs) / steps},
        {"ahead_pairs", static_cast<double>(sums.aheadPairs) / steps},
        {"repeated_pairs", static_cast<double>(sums.repeatedPairs) / steps},
        {"narrow_phase_ms_mean", milliseconds(sums.narrowPhaseMicroseconds)},
        {"contact_ms_mean", milliseconds(sums.contactMicroseconds)},
        {"regions_prepared", sums.regionsPrepared},
        {"regions_dropped", sums.regionsDropped},
        {"regions_cached", sums.regionsCached},
        {"region_mb", 1e-6 * static_cast<double>(sums.regionBytes)},
        {"region_ms", 1e-3 * sums.regionMicroseconds}};
}

}  // namespace

Recorder::Recorder(const RunOptions& options, Simulation& simulation)
    : options_(options),
      simulation_(simulation),
      motion_(simulation.scene(), options.settle),
      places_(simulation.scene().bodies().size(), scenes::Place::inside) {}

void Recorder::step() {
    const double start = stepMicroseconds(options_.threads);
    simulation_.step();
    stepMilliseconds_.push_back(1e-3 * (stepMicroseconds(options_.threads) - start));
    detectionMilliseconds_.push_back(simulation_.detectionMilliseconds());
    contacts_ += simulation_.contacts();
    noteLostBodies();
    motion_.watch(timeOf(stepsDone()));
    noteDepth();
}

void Recorder::noteDepth() {
    const bool isLast = stepsDone() == options_.steps;
    const int every = options_.penetrationEvery;
    if (every < 0) return;
    if (!isLast && (every == 0 || stepsDone() % every != 0)) return;
    const double depth = depths_.measure(simulation_.scene());
    deepest_ = std::max(deepest_.value_or(0), depth);
    if (timeOf(stepsDone()) > options_.settle) lateDeepest_ = std::max(lateDeepest_.value_or(0), depth);
}

/// Measures of how well the bodies rest.
Json Recorder::restOf() const {
    return {{"settle", options_.settle},
            {"late_penetration", orNull(lateDeepest_)},
            {"late_energy_per_kg", orNull(motion_.lateEnergy())},
            {"energy_rise", orNull(motion_.energyRise())},
            {"drift", motion_.drift()},
            {"tilt_degrees", motion_.tilt()},
            {"asleep_at", orNull(motion_.asleepAt())}};
}

void Recorder::noteLostBodies() {
    const auto& bodies = simulation_.scene().bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (places_[i] == scenes::Place::inside) places_[i] = simulation_.scene().placeOf(*bodies[i].body);
    }
}

int Recorder::lostTo(scenes::Place place) const {
    return static_cast<int>(std::count(places_.begin(), places_.end(), place));
}

Json Recorder::report() {
    const scenes::Scene& scene = simulation_.scene();
    const auto& bodies = scene.bodies();
    const std::vector<std::size_t> triangles = trianglesPerBody(scene);
    const int through = lostTo(scenes::Place::through), over = lostTo(scenes::Place::over);

    Json report = settingsOf(options_);
    report["bodies"] = bodies.size();
    report["triangles"] = std::accumulate(triangles.begin(), triangles.end(), std::size_t{0});
    report["triangles_per_body"] = triangles;
    report["detection_ms"] = quantilesJson(detectionMilliseconds_);
    report["step_ms"] = quantilesJson(stepMilliseconds_);
    report.update(countersOf(simulation_, stepsDone(), options_.measuresStages));
    report["contacts_mean"] = stepsDone() == 0 ? 0 : contacts_ / stepsDone();
    report["max_penetration"] = orNull(deepest_);
    report.update(restOf());
    report["kinetic_energy_end"] = kineticEnergy(bodies);
    report["bodies_asleep"] = std::count_if(bodies.begin(), bodies.end(), [](const scenes::SceneBody& each) {
        return !each.body->isStaticObject() && !each.body->isActive();
    });
    report["bodies_lost"] = through + over;
    if (scene.hasLip()) {
        report["lost_through"] = through;
        report["lost_over"] = over;
    }
    if (const auto soft = softFigures(scene)) {
        report["soft_nodes"] = soft->nodes;
        report["soft_nodes_inside"] = soft->inside;
        report["soft_crossings"] = soft->crossings;
    }
    Json measures = Json::object();
    for (const scenes::Measure& measure : scene.measures()) measures[measure.name] = measure.value;
    report["measures"] = measures;
    report["state_hash"] = hexOf(stateHash(bodies));
    return report;
}

Result<Json> runScene(const RunOptions& options, const std::function<void(Simulation&, int)>& show) {
    const auto simulation = Simulation::create(options);
    if (!simulation) return tl::unexpected(simulation.error());

    const auto start = std::chrono::steady_clock::now();
    Recorder recorder(options, **simulation);
    show(**simulation, 0);
    const Interruption interruption;
    while (recorder.stepsDone() < options.steps && !interruption.hasCome()) {
        recorder.step();
        show(**simulation, recorder.stepsDone());
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    Json report = recorder.report();
    report["wall_seconds"] = wall.count();
    if (interruption.hasCome()) {
        report["interrupted"] = true;
        report["steps_done"] = recorder.stepsDone();
    }
    return report;
}

}  // namespace ricochet::app
