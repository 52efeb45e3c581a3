// Grounds that are prepared in regions, in whole scenes.

#include "tests/app/scene_report.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using test::kIsSlowBuild;

RunOptions largeOptions(const std::string& scene, int steps) {
    RunOptions options;
    options.scene = scene;
    options.narrow = "wide-tree";
    options.stockSolver = true;
    options.steps = kIsSlowBuild ? steps / 4 : steps;
    options.penetrationEvery = 0;
    return options;
}

TEST(LargeWorlds, BodiesGoDownTheStairsOfALevelAndNoneIsLost) {
    RunOptions options = largeOptions("level", 240);
    options.triangles = 180'000;
    options.bodies = 30;
    const Json report = reportOf(options);
    EXPECT_GT(report["triangles"], 150'000);
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_GE(report["regions_prepared"], 20);
    if (kIsSlowBuild) return;
    EXPECT_GE(report["measures"]["bodies_on_the_lower_storey"], 5);
}

TEST(LargeWorlds, ABodyDrivesThroughPitsDugInFrontOfIt) {
    const Json report = reportOf(largeOptions("terrain", 240));
    EXPECT_EQ(report["bodies_lost"], 0);
    EXPECT_GE(report["regions_prepared"], 5);
    const double seconds = report["steps"].get<double>() / 60;
    EXPECT_NEAR(report["measures"]["metres_driven"].get<double>(), 5 * seconds, 1);
    EXPECT_EQ(report["measures"]["pits"], report["steps"].get<int>() / 10);
}

TEST(LargeWorlds, MoveTheSameForAnyNumberOfThreads) {
    for (const char* scene : {"level", "terrain"}) {
        RunOptions options = largeOptions(scene, 150);
        if (options.scene == "level") options.triangles = kIsSlowBuild ? 40'000 : 180'000;
        const Json one = reportOf(options);
        options.threads = 3;
        EXPECT_EQ(reportOf(options)["state_hash"], one["state_hash"]) << scene;
    }
}

}  // namespace
}  // namespace ricochet::app
