#include "algorithms/spherical_field/determination.h"

#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ricochet::test {
namespace {

using spherical_field::buildField;
using spherical_field::CellPair;
using spherical_field::Determination;
using spherical_field::FieldModel;
using spherical_field::FieldSettings;
using spherical_field::Query;
using spherical_field::ReportedPairs;
using spherical_field::ShellOrder;
using spherical_field::ShellTest;
using spherical_field::Work;

constexpr int kPoses = kIsSlowBuild ? 20 : 150;

/// Two fields and the oracle, queried at random poses of which about half collide.
struct Determined {
    FieldModel a, b;
    BruteForce oracle;
    BuiltPair brute;

    Determined(const Case& c, const FieldSettings& settings)
        : a(c.a, buildField(*c.a, settings)), b(c.b, buildField(*c.b, settings)), brute(oracle, c.a, c.b) {}

    Query query(const MeshInstance& placedA, const MeshInstance& placedB) const {
        return {a.field(), b.field(), placedA, placedB, 0};
    }
    FacePairs truth(const Pose& poseA, const Pose& poseB) const {
        return sortedPairs(oracle, {brute.a.get(), poseA}, {brute.b.get(), poseB});
    }
};

template <class Test>
void forEachPose(const Case& c, const FieldSettings& settings, Test&& test) {
    const Determined pair(c, settings);
    Random random(13);
    HitRate hits;
    for (int trial = 0; trial < kPoses; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, c.spread);
        const MeshInstance a = {&pair.a, poseA}, b = {&pair.b, poseB};
        const FacePairs truth = pair.truth(poseA, poseB);
        test(pair.query(a, b), truth);
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.15, 0.85)) << c.name << ": " << hits.value();
}

/// The pairs of a mode as it reports them, untested.
void determine(const Query& query, Determination mode, Work& work) {
    findPairs(query, {.mode = mode, .pairs = ReportedPairs::asFound}, /*onlyFirst*/ false, work);
}

/// The same by a test of shells and the paper's queue. Shells do not cover the parts of a face in other
/// cells: except for `ShellTest::box`, fields must have been built with `wholeSmallFaces` false.
void determineByShells(const Query& query, Determination mode, ShellTest test, Work& work) {
    findPairs(query,
              {.mode = mode, .pairs = ReportedPairs::asFound, .test = test, .order = ShellOrder::queue},
              /*onlyFirst*/ false, work);
}

TEST(Determination, SingleAndSingleLayerAreNeverApartWhenFacesMeet) {
    for (const Case& c : cases()) {
        for (const int level : {1, 3}) {
            Work work;
            forEachPose(c, {.level = level}, [&](const Query& query, const FacePairs& truth) {
                determine(query, Determination::single, work);
                const std::size_t single = work.found.size();
                EXPECT_TRUE(single > 0 || truth.empty()) << c.name;
                determine(query, Determination::singleLayer, work);
                EXPECT_TRUE(!work.found.empty() || truth.empty()) << c.name;
            });
        }
    }
}

TEST(Determination, AllIsExactWithEveryConservativeShellTest) {
    for (const Case& c : cases()) {
        Work work;
        const FieldSettings settings = {.level = 2, .wholeSmallFaces = false};
        forEachPose(c, settings, [&](const Query& query, const FacePairs& truth) {
            for (const ShellTest test : {ShellTest::box, ShellTest::sphere, ShellTest::capsule}) {
                determineByShells(query, Determination::all, test, work);
                std::sort(work.found.begin(), work.found.end());
                EXPECT_EQ(work.found, truth) << c.name;
            }
        });
    }
}

TEST(Determination, TheConeTestLosesPairsOnMeshesToo) {
    std::size_t lost = 0, extra = 0, all = 0;
    for (const Case& c : cases()) {
        Work work;
        const FieldSettings settings = {.level = 3, .wholeSmallFaces = false};
        forEachPose(c, settings, [&](const Query& query, const FacePairs& truth) {
            determineByShells(query, Determination::all, ShellTest::cone, work);
            const std::set<FacePair> found(work.found.begin(), work.found.end());
            for (const FacePair& pair : truth) lost += !found.contains(pair);
            extra += found.size() > truth.size();
            all += truth.size();
        });
    }
    EXPECT_GT(lost, 0u);
    EXPECT_LT(lost, all / 20);
    EXPECT_EQ(extra, 0u);
}

TEST(Determination, TheOrderOfRefinementDoesNotChangeTheShellPairs) {
    std::size_t pairs = 0;
    for (const Case& c : cases()) {
        const FieldSettings settings = {.level = 2, .wholeSmallFaces = false};
        forEachPose(c, settings, [&](const Query& query, const FacePairs&) {
            for (const ShellTest test : {ShellTest::box, ShellTest::capsule, ShellTest::cone}) {
                auto queue = findShellPairs(query, test, ShellOrder::queue);
                auto deep = findShellPairs(query, test, ShellOrder::depthFirst);
                EXPECT_EQ(queue.tests, deep.tests);
                const auto isBefore = [](const CellPair& p, const CellPair& q) {
                    return std::pair(p.a, p.b) < std::pair(q.a, q.b);
                };
                const auto isSame = [](const CellPair& p, const CellPair& q) {
                    return p.a == q.a && p.b == q.b;
                };
                std::sort(queue.pairs.begin(), queue.pairs.end(), isBefore);
                std::sort(deep.pairs.begin(), deep.pairs.end(), isBefore);
                EXPECT_TRUE(std::equal(queue.pairs.begin(), queue.pairs.end(), deep.pairs.begin(),
                                       deep.pairs.end(), isSame));
                pairs += queue.pairs.size();
            }
        });
    }
    EXPECT_GT(pairs, 0u);
}

TEST(Determination, TheQueueLeavesAboutAsManyLeafPairsAsTheDescent) {
    // Boxes of children need not lie in those of their parents: the two orders of refinement may differ in a
    // pair that is apart.
    std::size_t descent = 0, queue = 0;
    for (const Case& c : cases()) {
        Work work;
        forEachPose(c, {.level = 3}, [&](const Query& query, const FacePairs&) {
            determine(query, Determination::single, work);
            descent += work.found.size();
            determineByShells(query, Determination::single, ShellTest::box, work);
            queue += work.found.size();
        });
    }
    EXPECT_NEAR(Real(queue) / Real(descent), 1, 0.2);
}

}  // namespace
}  // namespace ricochet::test
