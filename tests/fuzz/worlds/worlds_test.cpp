#include "tests/fuzz/worlds/mktree_file.h"
#include "tests/fuzz/worlds/world_runner.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::fuzz {
namespace {

RunLimits limitsOfThisBuild() {
    RunLimits limits;
    if (test::kIsSlowBuild) {
        limits.secondsPerStep = 40;
        limits.bytes = 0;  // sanitizers take all address space
    }
    return limits;
}

TEST(RandomWorlds, NeitherFailNorDifferFromTheirRepetition) {
    const MkTreeOnDisk file;
    std::uint32_t contacts = 0, operations = 0;
    constexpr std::uint32_t kFirst = 12, kCount = 16;
    for (std::uint32_t seed = kFirst; seed < kFirst + kCount; ++seed) {
        WorldCase which;
        which.seed = seed;
        which.steps = 20;
        which.mktree = file.path();
        const RunResult result = runTwice(which, limitsOfThisBuild());
        EXPECT_EQ(result.failure, "") << "seed " << seed;
        contacts += result.progress.contacts;
        for (const std::uint32_t count : result.progress.operations) operations += count;
    }
    EXPECT_GT(contacts, 20u);
    EXPECT_GT(operations, 80u);
}

/// The callback took away the pair's algorithm, in which it was called.
TEST(RandomWorlds, ACallbackExchangesNoShapeIfSettingsHaveChangedSinceItWasPlanned) {
    const MkTreeOnDisk file;
    WorldCase which;
    which.seed = 71183;
    which.steps = 10;
    which.mktree = file.path();
    EXPECT_EQ(runTwice(which, limitsOfThisBuild()).failure, "");
}

}  // namespace
}  // namespace ricochet::fuzz
