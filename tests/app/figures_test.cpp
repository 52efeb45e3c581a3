#include "demos/app/answers.h"
#include "tests/app/program_outcome.h"
#include "tests/app/scene_report.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

void expectShort(const std::string& answer) {
    EXPECT_LE(std::count(answer.begin(), answer.end(), '\n'), 15) << answer;
    std::istringstream lines(answer);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(Figures, AComparisonIsShortAndItsFileHasAllDigits) {
    const TemporaryFile csv(".csv", "");
    const Outcome outcome = runWith({"compare", "chain", "--steps", "2", "--narrow",
                                     "wide-tree,obb-tree,face-octree,gimpact,stock", "--solver",
                                     "sequential,small-steps,nncg", "--csv", csv.path()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    expectShort(outcome.out);
    EXPECT_THAT(outcome.out, testing::HasSubstr("and 2 more in --csv and --json\n"));
    std::ostringstream table, page;
    page << std::ifstream("docs/figures.md").rdbuf();
    table << std::ifstream(csv.path()).rdbuf();
    std::istringstream titles(table.str().substr(0, table.str().find("\n")));
    for (std::string title; std::getline(titles, title, ',');) {
        EXPECT_THAT(page.str(), testing::HasSubstr("`" + title + "`"));
    }
    EXPECT_THAT(table.str(), testing::ContainsRegex("0\\.[0-9]{8}"));
}

TEST(Figures, APredictionSaysWhenWhereAndWithWhat) {
    const TemporaryFile mesh(".obj", kTetrahedron), world(".mkt", "");
    ASSERT_EQ(runWith({"mktree", "build", mesh.path(), "-o", world.path()}).exitCode, 0);
    const Outcome outcome = runWith({"predict", world.path(), mesh.path(), "--random", "200"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    expectShort(outcome.out);
    EXPECT_THAT(outcome.out,
                testing::ContainsRegex("motion +at time +x m +y m +z m +triangle +of +body's\n[0-9]+ +"));
    EXPECT_THAT(outcome.out, testing::HasSubstr(" more; --json FILE has all\n"));
}

}  // namespace
}  // namespace ricochet::app
