#include "demos/lab/intersection_probe.h"

#include "demos/app/simulation.h"

#include <gtest/gtest.h>

namespace ricochet::lab {
using namespace app;
namespace {

TEST(IntersectionProbe, EveryNarrowPhaseFindsTheSamePairsWithItsOwnTests) {
    RunOptions options;
    options.scene = "drop";
    options.narrow = "wide-tree";
    options.stockSolver = true;
    const auto simulation = Simulation::create(options);
    ASSERT_TRUE(simulation.has_value());
    IntersectionProbe obbTree(*selectBackend("obb-tree")), wideTree(*selectBackend("wide-tree"));
    for (int step = 0; step < 80; ++step) {
        (*simulation)->step();
        for (IntersectionProbe* probe : {&obbTree, &wideTree}) probe->test((*simulation)->scene());
    }
    const Counters obb = obbTree.counters(), wide = wideTree.counters();
    EXPECT_GT(obb.calls, 80u);
    EXPECT_EQ(obb.calls, wide.calls);
    EXPECT_GT(obb.facePairs, 0u);
    EXPECT_EQ(obb.facePairs, wide.facePairs);
    EXPECT_GE(obb.triangleTests, obb.facePairs);
    EXPECT_GT(obb.boxTests, obb.triangleTests);
    EXPECT_NE(obb.boxTests, wide.boxTests);
    EXPECT_GT(obbTree.microseconds(), 0);
}

}  // namespace
}  // namespace ricochet::lab
