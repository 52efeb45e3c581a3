#include "algorithms/spherical_field/time_critical.h"

#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

using spherical_field::Budget;
using spherical_field::buildField;
using spherical_field::FieldModel;
using spherical_field::Intersection;
using spherical_field::Query;
using spherical_field::TimedAnswer;
using spherical_field::Work;

class TimeCritical : public testing::Test {
protected:
    /// Calls test(query, whether the meshes meet) at random poses of each pair of meshes.
    template <class Test>
    void forEachQuery(int poses, Test&& test) {
        const BruteForce oracle;
        for (const Case& c : cases()) {
            const FieldModel modelA(c.a, buildField(*c.a, {})), modelB(c.b, buildField(*c.b, {}));
            const BuiltPair brute(oracle, c.a, c.b);
            Random random(14);
            for (int trial = 0; trial < poses; ++trial) {
                const auto [poseA, poseB] = randomPoses(random, c.spread);
                const bool meets =
                    !sortedPairs(oracle, {brute.a.get(), poseA}, {brute.b.get(), poseB}).empty();
                const MeshInstance a = {&modelA, poseA}, b = {&modelB, poseB};
                test(Query(modelA.field(), modelB.field(), a, b, 0), meets);
            }
        }
    }

    static Intersection truthOf(bool meets) { return meets ? Intersection::meets : Intersection::apart; }

    Work work_;
};

constexpr int kFew = kIsSlowBuild ? 20 : 150;

TEST_F(TimeCritical, WithoutALimitEveryQueryIsDecided) {
    forEachQuery(kFew, [&](const Query& query, bool meets) {
        EXPECT_EQ(intersects(query, {}, work_).intersection, truthOf(meets));
    });
}

TEST_F(TimeCritical, AnyBudgetIsNeverWrong) {
    int maybes = 0, certain = 0;
    forEachQuery(kFew, [&](const Query& query, bool meets) {
        for (const Real microseconds : {0.0, 1.0, 5.0, 50.0}) {
            const TimedAnswer answer = intersects(query, {.microseconds = microseconds}, work_);
            if (answer.intersection == Intersection::maybe) {
                ++maybes;
                continue;
            }
            ++certain;
            EXPECT_EQ(answer.intersection, truthOf(meets));
        }
    });
    EXPECT_GT(maybes, 0);
    EXPECT_GT(certain, 0);
}

TEST_F(TimeCritical, MoreLevelsDecideMore) {
    std::vector<int> maybes(12, 0);
    forEachQuery(kFew, [&](const Query& query, bool meets) {
        for (int levels = 0; levels < 12; ++levels) {
            const TimedAnswer answer = intersects(query, {.levels = levels}, work_);
            maybes[static_cast<std::size_t>(levels)] += answer.intersection == Intersection::maybe;
            if (answer.intersection == Intersection::maybe) {
                EXPECT_EQ(answer.level, levels);
            } else {
                EXPECT_EQ(answer.intersection, truthOf(meets)) << levels << " levels";
            }
        }
    });
    for (std::size_t levels = 1; levels < maybes.size(); ++levels) {
        EXPECT_LE(maybes[levels], maybes[levels - 1]);
    }
    EXPECT_GT(maybes.front(), maybes[3]);
    EXPECT_EQ(maybes.back(), 0);
}

TEST_F(TimeCritical, AZeroBudgetStillSeparatesDistantMeshes) {
    const SharedMesh sphere = sphereMesh(24, 12);
    const FieldModel model(sphere, buildField(*sphere, {}));
    const MeshInstance a = {&model, {}}, far = {&model, {Matrix3::Identity(), {9, 0, 0}}};
    const TimedAnswer answer =
        intersects(Query(model.field(), model.field(), a, far, 0), {.microseconds = 0}, work_);
    EXPECT_EQ(answer.intersection, Intersection::apart);
}

}  // namespace
}  // namespace ricochet::test
