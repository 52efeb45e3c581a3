#include "tests/support/build_kind.h"
#include "tests/wide_tree/both_trees.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 20 : 200;

/// One instruction set that this machine has, for as long as the object lives.
class OnlyTarget {
public:
    explicit OnlyTarget(std::int64_t target) { choose(target); }
    ~OnlyTarget() { choose(0); }

private:
    static void choose(std::int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

TEST(WideTreeDispatch, EveryInstructionSetGivesThePairsOfBruteForce) {
    int targets = 0;
    for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const OnlyTarget only(target);
        ++targets;
        for (const Case& c : cases()) {
            Random random(51);
            const BothTrees both(c.a, c.b);
            for (int trial = 0; trial < kTrials; ++trial) {
                const auto [poseA, poseB] = randomPoses(random, c.reach / 2);
                EXPECT_EQ(both.pairs(poseA, poseB), both.truth(poseA, poseB))
                    << hwy::TargetName(target) << ", " << c.name << ", trial " << trial;
            }
        }
    }
    // On x86 there are at least the plain fallback and an SSE; elsewhere one set may be all.
    EXPECT_GE(targets, HWY_ARCH_X86 ? 2 : 1);
}

}  // namespace
}  // namespace ricochet::test
