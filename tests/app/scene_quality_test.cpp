// How well bodies rest in scenes of walls, sharp edges and single bodies, in a few seconds of each.
// quality_bench measures the same over longer runs and several seeds.

#include "tests/app/scene_report.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <ostream>

namespace ricochet::app {
namespace {

using test::kIsSlowBuild;

RunOptions optionsFor(const char* scene, const char* variant, int steps) {
    RunOptions options;
    options.scene = scene;
    options.variant = variant;
    options.narrow = "wide-tree";
    options.stockSolver = true;
    options.frictionDirections = 2;
    options.steps = kIsSlowBuild ? steps / 4 : steps;
    options.settle = 0.75 * options.steps / options.hz;
    return options;
}

struct SharpCase {
    const char *name, *scene, *variant;
    double mostRise = 1e-3;   ///< of energy, as a fraction of mgh
    double mostDepth = 1e-4;  ///< metres, at rest
};
void PrintTo(const SharpCase& c, std::ostream* out) { *out << c.name; }

constexpr SharpCase kSharpCases[] = {{"Spikes", "erleben-spikes", ""},
                                     {"Wedges", "erleben-wedges", ""},
                                     {"SpikeAndWedge", "erleben-spike-and-wedge", ""},
                                     {"SpikeInPit", "erleben-spike-in-hole", "pit", 1e-3, 4e-3},
                                     {"SpikeInHole", "erleben-spike-in-hole", "hole", 1e-3, 3e-3},
                                     {"SpikeInCrack", "erleben-spike-in-crack", "", 0.05, 6e-3},
                                     {"NarrowWedge", "erleben-wedge-in-crack", "narrow", 3e-3, 2e-3},
                                     {"FittingWedge", "erleben-wedge-in-crack", "fitting", 1e-3, 5e-4},
                                     {"SlidingSpike", "erleben-sliding-spike", ""},
                                     {"SlidingWedge", "erleben-sliding-wedge", ""},
                                     {"CliffEdges", "erleben-cliff-edges", ""},
                                     {"InternalEdges", "erleben-internal-edges", ""}};

class SharpBodies : public testing::TestWithParam<SharpCase> {};

TEST_P(SharpBodies, NeitherPopNorPassThroughNorSinkIn) {
    RunOptions options = optionsFor(GetParam().scene, GetParam().variant, 240);
    options.randomOrder = true;
    const auto report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_LT(report["energy_rise"], GetParam().mostRise);
    if (!kIsSlowBuild) {  // else they are not at rest yet
        EXPECT_LT(report["late_penetration"], GetParam().mostDepth);
        EXPECT_LT(report["late_energy_per_kg"], 1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(AfterErleben, SharpBodies, testing::ValuesIn(kSharpCases),
                         [](const auto& entry) { return std::string(entry.param.name); });

/// Its corners end exactly in the floor's plane, where intersection loops bound no area.
TEST(FlushRest, ASpikeOnItsFaceIsNotThrownUp) {
    RunOptions options = optionsFor("erleben-spikes", "", 330);
    options.stockSolver = false;
    options.iterations = 50;
    options.randomOrder = true;
    options.sleep = "off";
    options.noise = 1e-3;
    options.seed = 3;
    options.penetrationEvery = 0;
    EXPECT_LT(reportOf(options)["energy_rise"], 1e-3);
}

struct MasonryCase {
    const char *name, *scene, *variant;
    int iterations;  ///< so that energy rises by at most a thousandth of mgh
};
void PrintTo(const MasonryCase& c, std::ostream* out) { *out << c.name; }

constexpr MasonryCase kMasonry[] = {{"Wall", "brick-wall", "plain", 20},
                                    {"WallWithTongues", "brick-wall", "tongue", 20},
                                    {"Tower", "tower", "", 50},
                                    {"Arch", "arch", "", 50},
                                    {"CardHouse", "card-house", "", 20}};

class Masonry : public testing::TestWithParam<MasonryCase> {};

TEST_P(Masonry, StandsWithoutGainingEnergyAndSleepsWithinThreeSeconds) {
    RunOptions options = optionsFor(GetParam().scene, GetParam().variant, 180);
    options.stockSolver = false;
    options.iterations = GetParam().iterations;
    options.randomOrder = true;
    options.penetrationEvery = 0;
    const auto report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_LT(report["energy_rise"], 1e-3);
    EXPECT_LT(report["drift"], 0.01);
    EXPECT_LT(report["tilt_degrees"], 0.2);
    if (!kIsSlowBuild) {
        EXPECT_FALSE(report["asleep_at"].is_null());
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Masonry, testing::ValuesIn(kMasonry),
                         [](const auto& entry) { return std::string(entry.param.name); });

TEST(Slide, TheDisplacementIsTheSameOverManyTrianglesAndOverTwo) {
    const auto stepsOf = [](const char* variant) {
        std::vector<btTransform> poses;
        const auto simulation = Simulation::create(optionsFor("slide", variant, 240)).value();
        for (int step = 0; step < (kIsSlowBuild ? 60 : 240); ++step) {
            simulation->step();
            poses.push_back(simulation->scene().bodies()[1].body->getWorldTransform());
        }
        return poses;
    };
    const auto many = stepsOf("many"), two = stepsOf("two");
    EXPECT_EQ(many, two);
    EXPECT_GT((many.back().getOrigin() - many.front().getOrigin()).length(), 3);
}

TEST(Bounce, BodiesThatFallFlatKeepTheirEnergy) {
    for (const int frictionDirections : {1, 2}) {
        for (const char* variant : {"torus", "box", "sphere"}) {
            RunOptions options = optionsFor("bounce", variant, 1200);
            options.frictionDirections = frictionDirections;
            options.penetrationEvery = 0;
            const auto measures = reportOf(options)["measures"];
            EXPECT_GE(measures["bounces"], kIsSlowBuild ? 5 : 20) << variant;
            EXPECT_LT(measures["apex_energy_gain"], 1e-4) << variant;
            EXPECT_LT(measures["apex_energy_loss"], 1e-4) << variant;
        }
    }
}

TEST(Overlap, BodiesComeApartWithinASecondWithoutAJump) {
    for (const char* variant : {"floor", "torus"}) {
        RunOptions options = optionsFor("overlap", variant, 120);
        options.steps = 120;
        options.settle = 1;
        const auto report = reportOf(options);
        EXPECT_LT(report["late_penetration"], 1e-3) << variant;
        EXPECT_LT(report["measures"]["free_at_s"], 1) << variant;
        EXPECT_LT(report["measures"]["fastest_m_per_s"], 2) << variant;
    }
}

TEST(SceneQuality, IsTheSameWithEveryNarrowPhaseAndAnyNumberOfThreads) {
    for (const char* scene : {"erleben-spike-in-hole", "brick-wall", "overlap"}) {
        RunOptions options = optionsFor(scene, "", 90);
        options.penetrationEvery = 0;
        options.threads = 2;
        const std::string hash = reportOf(options)["state_hash"];
        options.threads = 1;
        for (const char* narrow : {"wide-tree", "obb-tree", "face-octree", "spherical"}) {
            options.narrow = narrow;
            EXPECT_EQ(reportOf(options)["state_hash"], hash) << scene << " " << narrow;
        }
    }
}

TEST(SceneQuality, WorldsOnSphericalFieldsAreTheSame) {
    for (const char* scene : {"drop", "torus", "chain", "tori-stack"}) {
        RunOptions options = optionsFor(scene, "", kIsSlowBuild ? 10 : 120);
        options.penetrationEvery = 0;
        const std::string hash = reportOf(options)["state_hash"];
        options.narrow = "spherical";
        EXPECT_EQ(reportOf(options)["state_hash"], hash) << scene;
    }
}

}  // namespace
}  // namespace ricochet::app
