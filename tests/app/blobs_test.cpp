#include "demos/app/simulation.h"
#include "plugin/backends.h"
#include "tests/app/scene_report.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::app {
namespace {

RunOptions blobs(const std::string& narrow, int steps) {
    RunOptions options;
    options.scene = "blobs";
    options.narrow = narrow;
    options.solver = "sequential";
    options.steps = test::kIsSlowBuild ? steps / 4 : steps;
    return options;
}

double measured(const nlohmann::ordered_json& report, const char* name) { return report["measures"][name]; }

TEST(Blobs, CollideWhileTheyDeformAndNoneIsLost) {
    const auto report = reportOf(blobs("wide-tree", 400));
    EXPECT_EQ(report["bodies_lost"], 0);
    if (test::kIsSlowBuild) return;  // they have not met yet
    EXPECT_GT(measured(report, "steps_in_contact"), 50);
    EXPECT_LT(report["max_penetration"], 0.05);  // contacts do not see the speed of the waves
}

/// Models are refitted or built anew in every step; contacts must not depend on how.
TEST(Blobs, EndInTheSameStateWithEveryExactNarrowPhase) {
    const std::string hash = reportOf(blobs("wide-tree", 120))["state_hash"];
    for (const Backend& backend : backends()) {
        const auto selected = selectBackend(backend.name);
        if (!selected || selected->isSampled || selected->unavailableReason || isSlow(backend.name)) continue;
        EXPECT_EQ(reportOf(blobs(backend.name, 120))["state_hash"], hash) << backend.name;
    }
}

TEST(Blobs, AreOfAnyNumber) {
    RunOptions options = blobs("face-octree", 60);
    options.bodies = 6;
    const auto report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 0);
    if (!test::kIsSlowBuild) {  // else they still fall
        EXPECT_GT(report["contacts_mean"], 1);
    }
}

}  // namespace
}  // namespace ricochet::app
