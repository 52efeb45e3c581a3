#include "tests/bench/bare_sweep.h"

#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "demos/app/names.h"
#include "demos/scenes/box_cloud.h"
#include "plugin/clocks.h"

#include <chrono>

namespace ricochet::bench {
namespace {

using scenes::BoxCloud;

double wallMilliseconds() {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

SweepBox toBox(const BoxCloud::Box& box) {
    return {{box.min.x(), box.min.y(), box.min.z()}, {box.max.x(), box.max.y(), box.max.z()}};
}

}  // namespace

app::BroadOnlyReport measureBare(const app::BroadOnlyOptions& options, int threads, BareDetails* details) {
    const auto& kind = *findByName(scenes::boxCloudTable(), options.cloud);
    BoxCloud cloud(kind, options.bodies, options.moving.value_or(kind.moving), options.seed);
    const auto sweep =
        makeSweepAndPrune({SweepMode::automatic, makeThreadExecutor(static_cast<Index>(threads))});
    const auto now = [] { return 1e-3 * threadMicroseconds(); };

    app::BroadOnlyReport report;
    report.bodies = options.bodies;
    std::vector<Index> bodies;  // by box
    BodyPairs lost;
    const double start = now();
    for (const BoxCloud::Box& box : cloud.boxes()) bodies.push_back(sweep->insert(toBox(box)));
    sweep->step();
    report.build = now() - start;

    constexpr int kWarmUp = 3;
    for (int step = 0; step < kWarmUp + options.steps; ++step) {
        cloud.step();
        const double begin = now(), wallBegin = wallMilliseconds();
        for (const int box : cloud.replaced()) sweep->remove(bodies[box], &lost);
        for (const int box : cloud.replaced()) bodies[box] = sweep->insert(toBox(cloud.boxes()[box]));
        for (const int box : cloud.moved()) sweep->update(bodies[box], toBox(cloud.boxes()[box]));
        sweep->step();
        if (step >= kWarmUp) {
            report.frames.push_back(now() - begin);
            if (details) details->wallMilliseconds.push_back(wallMilliseconds() - wallBegin);
        }
        lost.clear();
    }

    std::vector<std::uint64_t> boxes(bodies.size());
    for (std::size_t box = 0; box < bodies.size(); ++box) boxes[bodies[box]] = box;
    for (const BodyPair& pair : sweep->pairs()) {
        ++report.pairs;
        report.pairHash += app::pairHashOf(boxes[pair.a], boxes[pair.b]);
    }
    if (details) details->bytesPerBody = static_cast<double>(sweep->bytes()) / options.bodies;
    return report;
}

}  // namespace ricochet::bench
