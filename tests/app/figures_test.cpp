#include "demos/app/answers.h"
#include "tests/app/scene_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace ricochet::app {
namespace {

nlohmann::ordered_json reportOfChain() {
    RunOptions options;
    options.scene = "chain";
    options.narrow = "wide-tree";
    options.steps = 2;
    return reportOf(options);
}

TEST(Figures, ThePageDefinesEveryKey) {
    std::ostringstream page;
    page << std::ifstream("docs/figures.md").rdbuf();
    ASSERT_FALSE(page.str().empty());
    const auto report = reportOfChain();  // outlives the loop over it
    for (const auto& [key, value] : report.items()) {
        EXPECT_THAT(page.str(), testing::HasSubstr("`" + key + "`"));
    }
}

TEST(Figures, AnAnswerHasAtMost15LinesOf100Columns) {
    auto report = reportOfChain();
    for (int i = 0; i < 30; ++i)
        report["measures"]["a_long_name_of_a_measure_" + std::to_string(i)] = 1.0 / 3;
    report["interrupted"] = true;
    report["steps_done"] = 1;
    const auto figures = mainFigures(report);
    EXPECT_LE(figures.size(), 15u);
    for (const auto& [name, value] : figures) EXPECT_LE(13 + value.size(), 100u) << name << ": " << value;
}

}  // namespace
}  // namespace ricochet::app
