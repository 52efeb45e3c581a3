#include "tests/bench/quality_rows.h"

namespace ricochet::bench {
namespace {

using enum Sense;

constexpr double kTube = 0.3;  // metres: radius of the tori's tubes

constexpr Trial piled(std::string_view scene, std::string_view variant = "") {
    Trial trial{scene, variant};
    trial.tuned = true;
    return trial;
}
constexpr Trial with(Trial trial, auto Trial::*field, auto value) {
    trial.*field = static_cast<std::remove_reference_t<decltype(trial.*field)>>(value);
    return trial;
}

/// Ten iterations, two friction directions, early sleep, a minute.
constexpr Trial stackAsleep(std::string_view variant) {
    Trial trial = piled("tori-stack", variant);
    trial.iterations = 10;
    trial.maySleep = true;
    trial.seconds = 60;
    return trial;
}
constexpr Trial stackAwake(std::string_view variant) { return piled("tori-stack", variant); }
constexpr Trial stackAwakeAtTen(std::string_view variant) {
    return with(stackAwake(variant), &Trial::iterations, 10);
}
constexpr Trial stackAt120(std::string_view variant) { return with(stackAwake(variant), &Trial::hz, 120); }
constexpr Trial stackWithMargin(std::string_view variant) {
    return with(stackAwake(variant), &Trial::margin, 0.04);
}
constexpr Trial hanging(std::string_view variant, double seconds) {
    Trial trial = piled("chain", variant);
    trial.randomOrder = true;
    trial.seconds = seconds;
    trial.settle = 6;
    return trial;
}

}  // namespace

const std::vector<QualityBar>& qualityBars() {
    static const std::vector<QualityBar> bars = {
        // what, trial, figure, sense, required, over, peer
        {"stack, flat: asleep, s", stackAsleep("flat"), "/asleep_at", atMost, 3},
        {"stack, flat: drift in 60 s, m", stackAsleep("flat"), "/drift", atMost, 0.01},
        {"stack, flat: tilt in 60 s, degrees", stackAsleep("flat"), "/tilt_degrees", atMost, 0.2},
        {"stack, ridge: asleep, s", stackAsleep("ridge"), "/asleep_at", atMost, 3},
        {"stack, ridge: drift in 60 s, m", stackAsleep("ridge"), "/drift", atMost, 0.01},
        {"stack, ridge: tilt in 60 s, degrees", stackAsleep("ridge"), "/tilt_degrees", atMost, 0.2},
        {"stack awake, tuned, flat: J/kg after 5 s", stackAwake("flat"), "/late_energy_per_kg", atMost, 1e-3},
        {"stack awake, tuned, flat: depth, m", stackAwake("flat"), "/late_penetration", atMost, 0.01 * kTube},
        {"stack awake, tuned, ridge: J/kg after 5 s", stackAwake("ridge"), "/late_energy_per_kg", atMost,
         1e-3},
        {"stack awake, tuned, ridge: depth, m", stackAwake("ridge"), "/late_penetration", atMost,
         0.01 * kTube},
        {"stack awake, 10, flat: depth, m", stackAwakeAtTen("flat"), "/late_penetration", atMost,
         0.03 * kTube},
        {"stack awake, 10, ridge: depth, m", stackAwakeAtTen("ridge"), "/late_penetration", atMost,
         0.03 * kTube},
        {"stack awake, 120 Hz, flat: depth, m", stackAt120("flat"), "/late_penetration", atMost,
         0.002 * kTube},
        {"stack awake, 120 Hz, ridge: depth, m", stackAt120("ridge"), "/late_penetration", atMost,
         0.002 * kTube},
        {"stack awake, margin 0.04, flat: J/kg after 5 s", stackWithMargin("flat"), "/late_energy_per_kg",
         atMost, 1e-3},
        {"stack awake, margin 0.04, ridge: J/kg after 5 s", stackWithMargin("ridge"), "/late_energy_per_kg",
         atMost, 1e-3},

        {"chain: J/kg after 6 s", hanging("flat", 60), "/late_energy_per_kg", atMost, 1e-4},
        {"chain: links lost in 60 s", hanging("flat", 60), "/bodies_lost", atMost, 0},
        {"chain: drift in 60 s, m", hanging("flat", 60), "/drift", atMost, 0.01},
        {"chain, ridge: J/kg after 6 s", hanging("ridge", 60), "/late_energy_per_kg", atMost, 1e-4},
        {"chain, ridge: links lost in 60 s", hanging("ridge", 60), "/bodies_lost", atMost, 0},
        {"chain, ridge: drift in 60 s, m", hanging("ridge", 60), "/drift", atMost, 0.01},
        {"chain with 100:1 at its end, 50 iterations: links lost in 60 s",
         with(hanging("heavy", 60), &Trial::iterations, 50), "/bodies_lost", atMost, 0},
        {"chain: GImpact's detection to ours", hanging("flat", 60), "/detection_ms/mean", atLeast, 4,
         "gimpact"},
    };
    return bars;
}

}  // namespace ricochet::bench
