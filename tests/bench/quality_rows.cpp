#include "tests/bench/quality_rows.h"

#include <limits>

namespace ricochet::bench {
namespace {

using enum Sense;

constexpr double kTube = 0.3;                                       // metres: radius of the tori's tubes
constexpr double kNoBar = std::numeric_limits<double>::infinity();  // only printed

/// Two friction directions, 20 iterations; no sleeping.
constexpr Trial tuned(std::string_view scene, std::string_view variant = "") {
    Trial trial{scene, variant};
    trial.tuned = true;
    return trial;
}

/// Bullet's ten iterations, two friction directions; no sleeping.
constexpr Trial plain(std::string_view scene, std::string_view variant) {
    Trial trial{scene, variant};
    trial.frictionDirections = 2;
    return trial;
}

constexpr Trial stackAsleep(std::string_view variant, int iterations) {
    Trial trial = tuned("tori-stack", variant);
    trial.iterations = iterations;
    trial.maySleep = true;
    trial.seconds = 60;
    return trial;
}
constexpr Trial stackAwake(std::string_view variant, int iterations = 20, double hz = 60, double margin = 0) {
    Trial trial = tuned("tori-stack", variant);
    trial.iterations = iterations;
    trial.hz = hz;
    trial.margin = margin;
    return trial;
}

constexpr Trial shuffled(Trial trial) {
    trial.randomOrder = true;
    return trial;
}

constexpr Trial hanging(std::string_view variant, int iterations = 20) {
    Trial trial = shuffled(tuned("chain", variant));
    trial.iterations = iterations;
    trial.seconds = 60;
    trial.settle = 6;
    return trial;
}

/// Walls and towers, which may fall asleep.
constexpr Trial built(std::string_view scene, std::string_view variant = "") {
    Trial trial = shuffled(tuned(scene, variant));
    trial.maySleep = true;
    return trial;
}

constexpr Trial sharp(std::string_view scene, std::string_view variant, int iterations) {
    Trial trial = shuffled(tuned(scene, variant));
    trial.iterations = iterations;
    trial.seconds = 8;
    return trial;
}

constexpr Trial undisturbed(Trial trial, double seconds) {
    trial.seconds = seconds;
    trial.seeds = 1;
    trial.noise = 0;
    return trial;
}

constexpr Trial drop(std::string_view variant) {
    Trial trial = plain("drop", variant);
    trial.maySleep = true;
    trial.seconds = 12;
    trial.seeds = 8;
    trial.noise = 0;  // the scene is random already
    return trial;
}

using Bars = std::vector<QualityBar>;

void addStacks(Bars& bars) {
    for (const std::string_view variant : {"flat", "ridge"}) {
        const std::string name = "stack, " + std::string(variant);
        for (const int iterations : {20, 10}) {
            const Trial asleep = stackAsleep(variant, iterations);
            const std::string begin = name + ", " + std::to_string(iterations) + " iterations: ";
            bars.push_back({begin + "asleep, s", asleep, "/asleep_at", atMost, 3});
            bars.push_back({begin + "drift in 60 s, m", asleep, "/drift", atMost, 0.01});
            bars.push_back({begin + "tilt in 60 s, degrees", asleep, "/tilt_degrees", atMost, 0.2});
        }
        bars.push_back({name + ", awake, tuned: J/kg after 5 s", stackAwake(variant), "/late_energy_per_kg",
                        atMost, 1e-3});
        bars.push_back({name + ", awake, tuned: depth, m", stackAwake(variant), "/late_penetration", atMost,
                        0.01 * kTube});
        bars.push_back({name + ", awake, 10 iterations: depth, m", stackAwake(variant, 10),
                        "/late_penetration", atMost, 0.03 * kTube});
        bars.push_back({name + ", awake, tuned, 120 Hz: depth, m", stackAwake(variant, 20, 120),
                        "/late_penetration", atMost, 0.002 * kTube});
        bars.push_back({name + ", awake, tuned, margin 0.04: J/kg after 5 s",
                        stackAwake(variant, 20, 60, 0.04), "/late_energy_per_kg", atMost, 1e-3});
    }
}

void addChains(Bars& bars) {
    for (const std::string_view variant : {"flat", "ridge"}) {
        const std::string name = "chain, " + std::string(variant) + ": ";
        bars.push_back({name + "J/kg after 6 s", hanging(variant), "/late_energy_per_kg", atMost, 1e-4});
        bars.push_back({name + "links lost in 60 s", hanging(variant), "/bodies_lost", atMost, 0});
        bars.push_back({name + "drift in 60 s, m", hanging(variant), "/drift", atMost, 0.01});
    }
    bars.push_back({"chain, flat, start without noise: drift in 60 s, m", undisturbed(hanging("flat"), 60),
                    "/drift", atMost, 0.01});
    bars.push_back({"chain, 100:1 at its end, 50 iterations: links lost in 60 s", hanging("heavy", 50),
                    "/bodies_lost", atMost, 0});
    bars.push_back(
        {"chain: GImpact's detection to ours", hanging("flat"), "/detection_ms/mean", atLeast, 4, "gimpact"});
}

void addWalls(Bars& bars) {
    constexpr Trial kTrials[] = {built("brick-wall"), built("brick-wall", "tongue"), built("tower")};
    for (const Trial& trial : kTrials) {
        const std::string name =
            std::string(trial.scene) + (trial.variant.empty() ? "" : ", " + std::string(trial.variant));
        bars.push_back({name + ": asleep, s", trial, "/asleep_at", atMost, 3, "", "boxes"});
        bars.push_back({name + ": energy's rise to mgh", trial, "/energy_rise", atMost, 1e-3, "", "boxes"});
    }
    bars.push_back(
        {"brick-wall, tongue: drift, m", built("brick-wall", "tongue"), "/drift", atMost, 0.01, "", "boxes"});
    for (const std::string_view name : {"brick-wall", "tower", "arch", "card-house"}) {
        bars.push_back({std::string(name) + ": drift, m", built(name), "/drift", atMost, 0.01, "", "boxes"});
    }
    for (const std::string_view name : {"arch", "card-house"}) {
        bars.push_back(
            {std::string(name) + ", beside GImpact: drift, m", built(name), "/drift", atMost, 0.01});
    }
}

void addMechanisms(Bars& bars) {
    struct Rate {
        double hz;
        const char* name;
    };
    for (const Rate& rate : {Rate{240, "240 Hz"}, Rate{120, "120 Hz"}, Rate{60, "60 Hz"}}) {
        Trial nut = tuned("nut-bolt", "procedural");
        nut.hz = rate.hz;
        nut.seconds = 2;
        bars.push_back(
            {std::string("nut, ") + rate.name + ": displacement less pitch times turns, to the pitch", nut,
             "/measures/lead_error_in_pitches", atMost, 4e-3});
    }
    Trial fine = undisturbed(tuned("nut-bolt", "fine"), 5);
    fine.hz = 240;
    for (const auto& [figure, share] : {std::pair{"acceleration_over_theory_to_0.7_rad_s", 0.04},
                                        std::pair{"acceleration_over_theory_to_1.3_rad_s", 0.12}}) {
        const std::string pointer = std::string("/measures/") + figure;
        bars.push_back(
            {std::string("nut, 96 segments, 240 Hz: ") + figure, fine, pointer, atLeast, 1 - share});
        bars.push_back(
            {std::string("nut, 96 segments, 240 Hz: ") + figure, fine, pointer, atMost, 1 + share});
    }
    Trial held = tuned("nut-bolt", "friction");
    held.seconds = 4;
    bars.push_back(
        {"nut with friction 0.3: turns a second", held, "/measures/turns_per_second", absolute, 1e-5});
    bars.push_back(
        {"nut with friction 0.3: pitches a second", held, "/measures/pitches_per_second", absolute, 1e-5});
    const Trial m16 = undisturbed(tuned("nut-bolt", "m16"), 1);
    const std::string toTheory = "/measures/acceleration_over_theory_to_0.7_rad_s";
    bars.push_back({"nut and bolt M16: acceleration to theory", m16, toTheory, atLeast, 0.95});
    bars.push_back({"nut and bolt M16: acceleration to theory", m16, toTheory, atMost, 1.05});
    bars.push_back({"nut and bolt M16: step, ms", m16, "/step_ms/median", atMost, 8});

    Trial bowls = shuffled(tuned("bowls"));
    bowls.maySleep = true;
    bars.push_back({"bowls: asleep, s", bowls, "/asleep_at", atMost, 3});
    bars.push_back({"bowls: energy's rise to mgh", bowls, "/energy_rise", atMost, 1e-3});
    const Trial gears = undisturbed(tuned("gears"), 20);
    bars.push_back({"gears: mean ratio's error", gears, "/measures/mean_ratio_error", atMost, 1e-3});
    bars.push_back({"gears: teeth skipped", gears, "/measures/teeth_skipped", atMost, 0});
}

void addSharp(Bars& bars) {
    struct Scene {
        std::string_view name, variant;
    };
    constexpr Scene kScenes[] = {{"erleben-spikes", ""},
                                 {"erleben-wedges", ""},
                                 {"erleben-spike-and-wedge", ""},
                                 {"erleben-spike-in-hole", "pit"},
                                 {"erleben-spike-in-hole", "hole"},
                                 {"erleben-spike-in-crack", ""},
                                 {"erleben-wedge-in-crack", "narrow"},
                                 {"erleben-wedge-in-crack", "fitting"},
                                 {"erleben-sliding-spike", ""},
                                 {"erleben-sliding-wedge", ""},
                                 {"erleben-cliff-edges", ""},
                                 {"erleben-internal-edges", ""}};
    for (const Scene& scene : kScenes) {
        const std::string name = std::string(scene.name) + ' ' + std::string(scene.variant);
        bars.push_back({name + " 10 iterations: depth, m", sharp(scene.name, scene.variant, 10),
                        "/late_penetration", atMost, 6e-3});
        bars.push_back({name + " 50 iterations: depth, m", sharp(scene.name, scene.variant, 50),
                        "/late_penetration", atMost, 4e-4});
        bars.push_back({name + ": lost", sharp(scene.name, scene.variant, 10), "/bodies_lost", atMost, 0});
    }
}

void addSingleBodies(Bars& bars) {
    const Trial many = undisturbed(tuned("slide", "many"), 10), two = undisturbed(tuned("slide", "two"), 10);
    bars.push_back({"slide: displacement on 8,192 triangles less that on 2, m", many,
                    "/measures/displacement_x_m", atMost, 3e-5, "", "gimpact", two});
    const Trial torus = undisturbed(plain("bounce", "torus"), 100);
    Trial box = undisturbed(plain("bounce", "box"), 100);
    const std::string gain = "/measures/apex_energy_gain", loss = "/measures/apex_energy_loss";
    bars.push_back({"bounce, torus: bounces", torus, "/measures/bounces", atLeast, 100});
    bars.push_back({"bounce, torus: energy's gain at an apex", torus, gain, atMost, 5e-3});
    bars.push_back({"bounce, torus: loss", torus, loss, atMost, 5e-3});
    bars.push_back({"bounce, box: gain", box, gain, atMost, 5e-3, "", "boxes"});
    bars.push_back({"bounce, box: loss (no bar)", box, loss, atMost, kNoBar, "", "boxes"});
    box.frictionDirections = 1;
    bars.push_back({"bounce, box, one friction direction: gain", box, gain, atMost, 5e-3, "", "boxes"});
    for (const std::string_view variant : {"floor", "torus"}) {
        const Trial overlap = tuned("overlap", variant);
        const std::string name = "overlap, " + std::string(variant) + ": ";
        bars.push_back({name + "free, s", overlap, "/measures/free_at_s", atMost, 1});
        bars.push_back({name + "fastest, m/s", overlap, "/measures/fastest_m_per_s", atMost, 2});
    }
}

/// With Bullet's defaults and tuned; the starts are random already.
constexpr Trial crowd(std::string_view scene, double seconds, bool isTuned) {
    Trial trial{scene};
    trial.tuned = isTuned;
    trial.maySleep = true;
    trial.seconds = seconds;
    trial.noise = 0;
    return trial;
}

void addCrowds(Bars& bars) {
    for (const bool isTuned : {true, false}) {
        const Trial trial = crowd("entangled", 10, isTuned);
        const std::string name = std::string("30 tori in one place") + (isTuned ? ", tuned: " : ": ");
        bars.push_back({name + "apart or asleep, s", trial, "/measures/settled_at_s", atMost, 9.9});
        bars.push_back({name + "energy to its bar", trial, "/measures/energy_to_bar", atMost, 1});
        bars.push_back({name + "longest step, ms", trial, "/step_ms/max", atMost, 50});
    }
    Trial bin = crowd("bin", 20, true);
    bin.seeds = 1;
    bars.push_back({"500 tori in a bin, tuned: asleep, s", bin, "/asleep_at", atMost, 20});
    bars.push_back({"500 tori in a bin, tuned: step, ms", bin, "/step_ms/median", atMost, 25});
    bars.push_back({"500 tori in a bin, tuned: depth, m", bin, "/late_penetration", atMost, kNoBar});
    Trial heavy = undisturbed(tuned("tori-stack", "heavy"), 5);
    bars.push_back(
        {"10,000:1 on a torus, 20 iterations (no bar): drift, m", heavy, "/drift", atMost, kNoBar});
    heavy.iterations = 10000;
    bars.push_back({"10,000:1 on a torus, 10,000 iterations: drift, m", heavy, "/drift", atMost, 0.01});
    Trial small = undisturbed(tuned("tori-stack", "small"), 5);
    bars.push_back({"four tori of 1 cm (no bar): drift, m", small, "/drift", atMost, kNoBar});
    small.hz = 240;
    bars.push_back({"four tori of 1 cm, 240 Hz: drift, m", small, "/drift", atMost, 1e-4});
}

void addDrops(Bars& bars) {
    for (const std::string_view variant : {"thick", "thin"}) {
        const std::string name = "drop, " + std::string(variant) + ": ";
        bars.push_back({name + "through the bowl", drop(variant), "/lost_through", atMost, 0});
        bars.push_back({name + "asleep, s", drop(variant), "/asleep_at", atMost, 10});
    }
    bars.push_back(
        {"drop: GImpact's detection to ours", drop("thick"), "/detection_ms/mean", atLeast, 5, "gimpact"});
    bars.push_back({"drop: convex compounds' detection to ours", drop("thick"), "/detection_ms/mean", atLeast,
                    2, "compound"});
}

}  // namespace

const std::vector<QualityBar>& qualityBars() {
    static const Bars bars = [] {
        Bars all;
        addStacks(all);
        addChains(all);
        addMechanisms(all);
        addWalls(all);
        addSharp(all);
        addSingleBodies(all);
        addCrowds(all);
        addDrops(all);
        return all;
    }();
    return bars;
}

}  // namespace ricochet::bench
