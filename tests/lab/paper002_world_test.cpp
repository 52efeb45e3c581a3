#include "demos/lab/reproduce/paper002_world.h"

#include "tests/support/build_kind.h"

#include <gtest/gtest.h>
#include <ricochet/stencil.h>

namespace ricochet::lab::paper002 {
namespace {

/// Few bodies for a second and a half: the first ones lie on the ground. `reproduce paper002 world --full`
/// has more.
class StencilBufferWorld : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(EveryMethod, StencilBufferWorld, testing::Values("hybrid", "sampled"));

TEST_P(StencilBufferWorld, LosesNoBodyAndDecidesLikeBruteForceExceptBetweenTheRays) {
    WorldRun run{.bodies = 3, .steps = 90, .pixels = 64, .contacts = GetParam(), .auditEvery = 3};
    if (test::kIsSlowBuild) run.bodies = 1, run.steps = 45, run.pixels = 32, run.auditEvery = 15;
    addStencilBackend();  // as the program does
    const auto audit = auditWorld(run);
    ASSERT_TRUE(audit) << audit.error();
    std::printf("%s: %d decisions, %d collisions, %d missed, %d invented\n", GetParam(), audit->decisions,
                audit->collisions, audit->missed, audit->invented);
    EXPECT_EQ(audit->lost, 0);
    EXPECT_GT(audit->decisions, test::kIsSlowBuild ? 1 : 20);
    EXPECT_TRUE(test::kIsSlowBuild || audit->collisions > 5);
    EXPECT_EQ(audit->missedByTwin, audit->missed);
    EXPECT_EQ(audit->foundByHybrid, audit->missed);
    EXPECT_LT(audit->widestGap, 0.05) << "pixels";
}

}  // namespace
}  // namespace ricochet::lab::paper002
