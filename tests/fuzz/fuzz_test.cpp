#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/mutation.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::fuzz {
namespace {

FuzzOptions ofThisBuild() {
    FuzzOptions options;
    if (!test::kIsSlowBuild) return options;
    options.seconds = 20;
    options.bytes = 0;  // sanitizers take all address space
    return options;
}

TEST(MutatedFiles, EachGivesAResultOrOneErrorInTime) {
    const FuzzResult result = fuzz(ofThisBuild());
    for (const Failure& failure : result.failures) {
        ADD_FAILURE() << "case " << failure.number << ", " << failure.seed << ": " << failure.what;
    }
    EXPECT_EQ(result.read + result.rejected, 1000u);
    EXPECT_GT(result.read, 50u);
    EXPECT_GT(result.rejected, 500u);
}

TEST(MutatedFiles, SeedsAreValid) {
    FuzzOptions options = ofThisBuild();
    options.mutates = false;
    options.count = static_cast<std::uint32_t>(seeds({}).size());
    const FuzzResult result = fuzz(options);
    EXPECT_TRUE(result.failures.empty());
    EXPECT_EQ(result.read, options.count);
}

TEST(MutatedFiles, DifferFromTheirSeeds) {
    Choices random{Random(1)};
    for (const Seed& seed : seeds({})) {
        int changed = 0;
        for (int i = 0; i < 20; ++i) changed += mutated(seed.bytes, "other", random) != seed.bytes;
        EXPECT_GT(changed, 10) << seed.name;
    }
}

}  // namespace
}  // namespace ricochet::fuzz
