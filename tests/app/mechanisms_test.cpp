// Bodies that guide each other by their shapes alone.

#include "tests/app/scene_report.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using test::kIsSlowBuild;

RunOptions tuned(const std::string& scene, const std::string& variant, double hz, double seconds) {
    RunOptions options;
    options.scene = scene;
    options.variant = variant;
    options.narrow = "wide-tree";
    options.solver = "sequential";
    options.sleep = "off";
    options.hz = hz;
    options.steps = static_cast<int>(hz * seconds);
    options.penetrationEvery = 0;
    return options;
}

/// Each narrow phase of ours, and two threads, end in the same state.
void expectOneState(RunOptions options) {
    const Json expected = reportOf(options)["state_hash"];
    for (const auto& row : simulationNarrowPhases()) {
        const auto narrowPhase = selectNarrowPhase(row.name);
        if (!narrowPhase || !narrowPhase->isOurs || isSlow(row.name)) continue;
        options.narrow = row.name;
        options.threads = 2;
        EXPECT_EQ(reportOf(options)["state_hash"], expected) << row.name;
    }
}

TEST(NutBolt, TurnsDownByItsWeightAsInTheory) {
    const Json measures =
        reportOf(tuned("nut-bolt", "procedural", 120, kIsSlowBuild ? 0.52 : 1.5))["measures"];
    EXPECT_LT(measures["lead_error_in_pitches"], 0.004);
    if (kIsSlowBuild) return;
    EXPECT_GT(measures["turns_per_second"], 0.03);
    EXPECT_NEAR(measures["acceleration_over_theory_to_0.7_rad_s"], 1, 0.05);
}

TEST(NutBolt, IsHeldByFriction) {
    const Json measures = reportOf(tuned("nut-bolt", "friction", 60, kIsSlowBuild ? 1 : 1.5))["measures"];
    EXPECT_NEAR(measures["turns_per_second"], 0, 1e-5);
    EXPECT_NEAR(measures["pitches_per_second"], 0, 1e-5);
}

TEST(NutBolt, EndsInOneState) {
    expectOneState(tuned("nut-bolt", "procedural", 60, kIsSlowBuild ? 0.05 : 0.3));
}

TEST(NutBolt, M16StartsFreeAndTurnsDown) {
    RunOptions options = tuned("nut-bolt", "m16", 60, kIsSlowBuild ? 0.05 : 0.7);
    options.penetrationEvery = 20;
    const Json report = reportOf(options);
    EXPECT_LT(report["max_penetration"], 1e-3);
    if (kIsSlowBuild) return;
    EXPECT_GT(report["measures"]["turns_per_second"], 0.02);
    EXPECT_NEAR(report["measures"]["acceleration_over_theory_to_0.7_rad_s"], 1, 0.1);
}

TEST(Jaws, BiteAndHold) {
    RunOptions options = tuned("jaws", "", 60, kIsSlowBuild ? 0.1 : 3);
    options.penetrationEvery = 20;
    const Json report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_LT(report["max_penetration"], 2e-3);
    if (kIsSlowBuild) return;
    EXPECT_GT(report["contacts_mean"], 1);
    EXPECT_NEAR(report["measures"]["turning_degrees_per_second"], 0, 0.1);
    EXPECT_NEAR(report["measures"]["open_degrees"], 0, 3);
}

TEST(Gears, KeepTheirRatioAndSkipNoTooth) {
    RunOptions options = tuned("gears", "", 60, kIsSlowBuild ? 0.1 : 6);
    const Json report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_EQ(report["measures"]["teeth_skipped"], 0);
    if (kIsSlowBuild) return;
    EXPECT_GT(report["measures"]["driver_turns"], 0.9);
    EXPECT_LT(report["measures"]["mean_ratio_error"], 1e-3);
}

TEST(Gears, EndInOneState) { expectOneState(tuned("gears", "", 60, kIsSlowBuild ? 0.1 : 1)); }

TEST(Bowls, ComeToRestInOneAnother) {
    RunOptions options = tuned("bowls", "", 60, kIsSlowBuild ? 0.1 : 3);
    options.randomOrder = true;
    options.sleep = "on";
    const Json report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_LT(report["energy_rise"], 1e-3);
    if (kIsSlowBuild) return;
    EXPECT_EQ(report["bodies_asleep"], 10);
}

TEST(Bowls, EndInOneState) { expectOneState(tuned("bowls", "", 60, kIsSlowBuild ? 0.05 : 0.5)); }

/// Two ants and spiders that bounce off one another: nothing passes through, and every exact mode of the
/// spherical fields ends in one state.
TEST(SphericalDance, BouncesWithoutLossInOneStateWithEveryExactMode) {
    RunOptions options = tuned("spherical-dance", "ant-spider", 60, kIsSlowBuild ? 1 : 4);
    const Json expected = reportOf(options);
    EXPECT_EQ(expected["bodies_lost"], 0);
    if (!kIsSlowBuild) {
        EXPECT_GE(expected["measures"]["impacts"], 1);
        EXPECT_LT(expected["measures"]["energy_most"], 1.1);
    }
    for (const char* narrow :
         {"spherical", "spherical?determination=single&samples=8", "spherical?determination=layer&samples=16",
          "spherical?determination=layer&samples=8&test=capsule&order=queue&centre=sphere"}) {
        options.narrow = narrow;
        EXPECT_EQ(reportOf(options)["state_hash"], expected["state_hash"]) << narrow;
    }
}

}  // namespace
}  // namespace ricochet::app
