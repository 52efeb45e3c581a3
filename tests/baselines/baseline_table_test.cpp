#include "demos/baselines/baseline_table.h"

#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace ricochet::baselines {

void PrintTo(const BaselineKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

/// From far apart to deep in one another, turned about a slanting axis.
std::vector<PosePair> poses() {
    std::vector<PosePair> list;
    for (const Real distance : {4.0, 2.0, 1.5, 1.0, 0.5, 0.2}) {
        const Pose b = {Eigen::AngleAxis<Real>(distance, Vec3(1, 2, 3).normalized()).toRotationMatrix(),
                        {distance, 0.1, 0.05}};
        list.push_back({{}, b});
    }
    return list;
}

std::vector<std::size_t> countsOf(Baseline& baseline) {
    std::vector<std::size_t> counts;
    for (const PosePair& pair : poses()) {
        baseline.prepare(pair);
        baseline.collide(pair);
        counts.push_back(baseline.pairCount());
    }
    return counts;
}

class InstalledBaseline : public testing::TestWithParam<BaselineKind> {};

TEST_P(InstalledBaseline, AnswersAsStatedInTheTable) {
    const auto a = torusMesh(0.7, 0.3, 40, 24), b = torusMesh(0.6, 0.25, 36, 20);
    const auto baseline = GetParam().make(a, b);
    if (!baseline) GTEST_SKIP() << GetParam().name << ": not installed when this was built";
    const auto exact = countsOf(*baselineTable().front().make(a, b));
    const auto counts = countsOf(*baseline);
    EXPECT_FALSE(contradiction(exact, GetParam().answer, counts)) << testing::PrintToString(counts);
    EXPECT_EQ(counts.front(), 0u);
    EXPECT_GT(counts.back(), 0u);
}

INSTANTIATE_TEST_SUITE_P(, InstalledBaseline, testing::ValuesIn(baselineTable()), [](const auto& test) {
    std::string name = test.param.name;
    std::erase(name, '-');
    return name;
});

TEST(BaselineTable, FindsARowByItsName) { EXPECT_STREQ(baselineNamed("fcl-18dop").name, "fcl-18dop"); }

}  // namespace
}  // namespace ricochet::baselines
