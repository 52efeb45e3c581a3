#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/only_target.h"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet::test {
namespace {

constexpr int kDispatchTrials = kIsSlowBuild ? 20 : 200;

TEST(WideTreeDispatch, EveryInstructionSetGivesThePairsOfBruteForce) {
    const WideTree wide;
    int targets = 0;
    for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const OnlyTarget only(target);
        ++targets;
        for (const Case& c : cases()) {
            Random random(51);
            const AgainstBruteForce both(wide, c.a, c.b);
            for (int trial = 0; trial < kDispatchTrials; ++trial) {
                const auto [poseA, poseB] = randomPoses(random, c.spread / 2);
                EXPECT_EQ(both.pairs(poseA, poseB), both.truth(poseA, poseB))
                    << hwy::TargetName(target) << ", " << c.name << ", trial " << trial;
            }
        }
    }
    // On x86 there are at least the plain fallback and an SSE; elsewhere one set may be all.
    EXPECT_GE(targets, HWY_ARCH_X86 ? 2 : 1);
}

/// Budgets are of such counts, and results depend on budgets.
TEST(WideTreeDispatch, EveryInstructionSetDoesTheSameTests) {
    const WideTree wide;
    std::vector<std::vector<std::uint64_t>> counts;
    for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const OnlyTarget only(target);
        counts.emplace_back();
        for (const Case& c : cases()) {
            Random random(52);
            const BuiltPair built(wide, c.a, c.b);
            for (int trial = 0; trial < kDispatchTrials / 4; ++trial) {
                const auto [poseA, poseB] = randomPoses(random, c.spread / 2);
                for (const Real queryDistance : {0.0, 0.3 * c.spread}) {
                    PairMemory memory;
                    FacePairs found;
                    wide.findFacePairs({built.a.get(), poseA}, {built.b.get(), poseB}, queryDistance, memory,
                                       found);
                    counts.back().push_back(memory.counters.boxTests);
                    counts.back().push_back(memory.counters.triangleTests);
                }
            }
        }
    }
    for (const auto& ofTarget : counts) EXPECT_EQ(ofTarget, counts.front());
}

}  // namespace
}  // namespace ricochet::test
