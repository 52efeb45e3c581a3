#include "demos/lab/reproduce/distance_sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ricochet::lab {
namespace {

using baselines::Baseline;
using baselines::Stopwatch;

/// Chosen from the time of one query, which also warms up, so that all frames together take about the time
/// allowed.
int frameStepOf(Baseline& baseline, const baselines::PosePair& poses, const SweepPlan& plan) {
    Stopwatch trial;
    baseline.prepare(poses);
    trial.time([&] { baseline.collide(poses); });
    const double all = plan.frames * trial.sum(), allowed = 1e6 * plan.seconds;
    const int maximum = std::max(1, plan.frames / plan.leastFrames);
    return std::clamp(static_cast<int>(std::ceil(std::min(all / allowed, 1e6))), 1, maximum);
}

Counters difference(const Counters& after, const Counters& before) {
    return {after.calls - before.calls, after.boxTests - before.boxTests,
            after.triangleTests - before.triangleTests, after.facePairs - before.facePairs};
}

SweepCell measure(Baseline& baseline, Real distance, int frameStep, const SweepPlan& plan) {
    SweepCell cell = {distance, frameStep};
    const auto before = baseline.counters();
    for (int frame = 0; frame < plan.frames; frame += frameStep) {
        const baselines::PosePair poses = turnedPoses(distance, frame, plan.frames);
        baseline.prepare(poses);
        cell.watch.time([&] { baseline.collide(poses); });
        cell.pairs.push_back(baseline.pairCount());
    }
    if (before) cell.counters = difference(*baseline.counters(), *before);
    return cell;
}

/// The counts of the first backend in the frames of the other one.
std::vector<std::size_t> countsInFramesOf(const SweepCell& other, const SweepCell& first) {
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < first.pairs.size(); i += static_cast<std::size_t>(other.frameStep)) {
        counts.push_back(first.pairs[i]);
    }
    return counts;
}

std::string contradictionTo(const SweepCell& first, const baselines::BaselineKind& kind,
                            const SweepCell& cell) {
    const auto found = baselines::contradiction(countsInFramesOf(cell, first), kind.answer, cell.pairs);
    if (!found) return {};
    const std::string where =
        found->pose ? "in frame " + std::to_string(*found->pose * static_cast<std::size_t>(cell.frameStep))
                    : "in all frames";
    return std::to_string(found->other) + " pairs instead of " + std::to_string(found->exact) + " " + where;
}

}  // namespace

baselines::PosePair turnedPoses(Real distance, int frame, int frames) {
    const Real angle = 2 * std::numbers::pi * frame / frames, c = std::cos(angle), s = std::sin(angle);
    Pose b;
    b.rotation << c, -s, 0, s, c, 0, 0, 0, 1;
    b.translation = {distance, 0, 0};
    return {{}, b};
}

std::size_t SweepCell::sumOfPairs() const {
    return std::accumulate(pairs.begin(), pairs.end(), std::size_t{0});
}

std::vector<SweepCurve> sweepDistances(const baselines::SharedMesh& a, const baselines::SharedMesh& b,
                                       const std::vector<const baselines::BaselineKind*>& kinds,
                                       const SweepPlan& plan, const std::function<void()>& tick) {
    std::vector<SweepCurve> curves;
    for (const baselines::BaselineKind* kind : kinds) {
        const std::unique_ptr<Baseline> baseline = kind->make(a, b);
        SweepCurve curve = {kind, baseline != nullptr};
        for (std::size_t i = 0; i < plan.distances.size(); ++i) {
            tick();
            if (!baseline) continue;
            const Real distance = plan.distances[i];
            const int step =
                frameStepOf(*baseline, turnedPoses(distance, plan.frames - 1, plan.frames), plan);
            curve.cells.push_back(measure(*baseline, distance, curves.empty() ? 1 : step, plan));
            const SweepCell& first = curves.empty() ? curve.cells[i] : curves.front().cells[i];
            curve.cells.back().contradiction = contradictionTo(first, *kind, curve.cells.back());
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace ricochet::lab
