#include "demos/lab/reproduce/paper004_measurements.h"
#include "demos/lab/reproduce/selection.h"
#include "tests/lab/lab_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>

#include <sstream>

namespace ricochet::lab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string contentsOfFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> linesOf(const fs::path& path) {
    std::istringstream text(contentsOfFile(path));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

TEST(Reproduce, ListsTheExperiments) {
    const Outcome outcome = runLab({"reproduce"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("paper004  distances  figure 13"));
}

TEST(Reproduce, AnswersAnUnknownNameWithTheNearestAndTheList) {
    const Outcome paper = runLab({"reproduce", "paper009"});
    EXPECT_EQ(paper.exitCode, 1);
    EXPECT_EQ(paper.error,
              "ricochet-lab: there is no paper 'paper009'; there are paper000, paper001, paper002, paper003, "
              "paper004, "
              "all; the nearest is 'paper000'\n");
    const Outcome experiment = runLab({"reproduce", "paper003", "table"});
    EXPECT_EQ(experiment.exitCode, 1);
    EXPECT_EQ(
        experiment.error,
        "ricochet-lab: there is no experiment of paper003 'table'; there are tables, costs, figures; the "
        "nearest is 'tables'\n");
}

TEST(Reproduce, SelectsExperimentsByPaper) {
    const auto namesOf = [](const std::vector<std::string>& words) {
        std::vector<std::string> names;
        const auto selected = selectExperiments(words);
        if (!selected) return std::vector{selected.error()};
        for (const SelectedExperiments& selection : *selected) {
            for (const Experiment& row : selection.experiments) {
                EXPECT_EQ(row.paper, selection.paper);
                names.push_back(selection.paper + " " + row.name);
            }
        }
        return names;
    };
    EXPECT_THAT(namesOf({"paper003"}), ElementsAre("paper003 tables", "paper003 costs", "paper003 figures"));
    EXPECT_THAT(namesOf({"paper001", "graphs", "table1", "paper003", "costs"}),
                ElementsAre("paper001 table1", "paper001 graphs", "paper003 costs"));
    EXPECT_EQ(namesOf({"all"}).size(), experiments().size());
    EXPECT_THAT(namesOf({"tables"}), ElementsAre(HasSubstr("there is no paper 'tables'")));
    EXPECT_THAT(namesOf({"paper003", "paper003"}), ElementsAre("'paper003' is named twice"));
    EXPECT_THAT(namesOf({"paper003", "all"}), ElementsAre(HasSubstr("there is no experiment")));
}

TEST(Reproduce, AnswersABadFolderWithOneSentenceBeforeItMeasures) {
    const TemporaryFile file(".txt", "not a folder");
    const std::string folder = file.path() + "/sub";
    const Outcome outcome = runLab({"reproduce", "paper004", "--quick", "--out", folder});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error, "ricochet-lab: --out: " + folder + ": the folder cannot be written\n");
    EXPECT_EQ(outcome.out, "");
}

/// The page is absent from a build without uPlot.
void expectCharts(const fs::path& folder, std::size_t count) {
    if (!fs::exists(folder / "report.html")) return;
    const std::string page = contentsOfFile(folder / "report.html");
    std::size_t found = 0;
    for (std::size_t at = 0; (at = page.find("\"kind\":\"chart\"", at)) != std::string::npos; ++at) ++found;
    EXPECT_EQ(found, count);
}

TEST(Reproduce, IsEitherQuickOrFull) {
    EXPECT_THAT(runLab({"reproduce", "paper004", "--quick", "--full"}).error, HasSubstr("--full"));
}

TEST(Reproduce, TrialOfPaper001WritesRowsChartsAndText) {
    const TemporaryFile place("", "");
    const fs::path folder = place.path() + "_folder";
    const Outcome outcome = runLab({"reproduce", "paper001", "--quick", "--out", folder.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(contentsOfFile(folder / "paper001.txt"), outcome.out);

    // The paper's own row, per step, and ours: two held by Bullet, five moved by impulses.
    const auto table1 = linesOf(folder / "paper001-table1.csv");
    ASSERT_EQ(table1.size(), 1u + 1 + 2 + 5);
    EXPECT_EQ(table1[1], "torus,\"paper, 1996\",1298,1.746,813.2,5.446,6857,8432,-,-,-");
    EXPECT_THAT(table1[2], HasSubstr("torus,\"obb-tree, bullet\",2,"));
    EXPECT_THAT(table1[4], HasSubstr("torus,\"obb-tree?fit=paper, impulses\",2,"));

    const auto graphs = linesOf(folder / "paper001-graphs.csv");
    EXPECT_EQ(graphs.size(), 1u + 6 * 4 * 2);
    expectCharts(folder, 6);

    // All four methods of comparing boxes agree, except for rounding if boxes touch.
    const auto boxes = linesOf(folder / "paper001-box-tests.csv");
    ASSERT_EQ(boxes.size(), 1u + 4 * 4);
    for (std::size_t row = 1; row < boxes.size(); row += 4) {
        const auto overlapOf = [](const std::string& line) {  // the second cell
            return std::stod(line.substr(line.find(',') + 1));
        };
        for (std::size_t i = 1; i < 4; ++i) {
            EXPECT_NEAR(overlapOf(boxes[row + i]), overlapOf(boxes[row]), 0.011) << boxes[row + i];
        }
    }
    EXPECT_EQ(linesOf(folder / "paper001-volumes.csv").size(), 1u + 4 * 3);
    EXPECT_EQ(linesOf(folder / "paper001-polytopes.csv").size(), 1u + 2);
    EXPECT_EQ(linesOf(folder / "paper001-feature-sweep.csv").size(), 1u + 4);
    EXPECT_GT(linesOf(folder / "claims.csv").size(), 5u);
    fs::remove_all(folder);
}

TEST(Reproduce, TrialOfPaper002WritesRowsChartsTextAndPictures) {
    const TemporaryFile place("", "");
    const fs::path folder = place.path() + "_folder";
    const Outcome outcome = runLab({"reproduce", "paper002", "--quick", "--out", folder.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(contentsOfFile(folder / "paper002.txt"), outcome.out);
    EXPECT_THAT(outcome.out,
                HasSubstr("figure 3c      paper, RE2     160000     512         0.27      0.13"));
    // Positions a and b need one pass, c and d two and lists; all but a collide.
    const auto jaws = linesOf(folder / "paper002-jaws.csv");
    ASSERT_EQ(jaws.size(), 7u);
    EXPECT_THAT(jaws[1], HasSubstr(",the closing,no,1,no,"));
    EXPECT_THAT(jaws[2], HasSubstr(",the closing,yes,1,no,"));
    EXPECT_THAT(jaws[3], HasSubstr(",the row of teeth,yes,2,yes,"));
    EXPECT_THAT(jaws[4], HasSubstr(",the row of teeth,yes,2,yes,"));
    expectCharts(folder, 2);
    for (const char* picture :
         {"figure3a", "figure3b", "figure3c", "figure4", "figure5a", "figure5b", "figure5c", "figure5d",
          "figure6a", "figure6b", "figure7-upper", "figure7-lower"}) {
        EXPECT_THAT(contentsOfFile(folder / ("paper002-" + std::string(picture) + ".png")), HasSubstr("PNG"));
    }
    EXPECT_GT(linesOf(folder / "claims.csv").size(), 10u);
    // The faces named by the item buffer improve the direction.
    const auto errors = linesOf(folder / "paper002-figure7.csv");
    ASSERT_EQ(errors.size(), 5u);
    const auto rmsOf = [](const std::string& row) {  // the last cell but one
        const std::size_t last = row.rfind(','), before = row.rfind(',', last - 1);
        return std::stod(row.substr(before + 1, last - before - 1));
    };
    EXPECT_LT(rmsOf(errors[3]), 0.5 * rmsOf(errors[4]));
    fs::remove_all(folder);
}

TEST(Reproduce, TrialOfPaper004WritesRowsChartsAndText) {
    const TemporaryFile place("", "");
    const fs::path folder = place.path() + "_folder";
    const Outcome outcome = runLab({"reproduce", "paper004", "--quick", "--out", folder.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(contentsOfFile(folder / "paper004.txt"), outcome.out);
    EXPECT_THAT(outcome.out, HasSubstr("section"));

    const auto rows = linesOf(folder / "paper004-distances.csv");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows[0],
              "couple,distance,backend,frames,median_us,mean_us,face_pairs,box_tests,triangle_tests,note");
    const auto backends = paper004::contestants().size();
    EXPECT_GE(rows.size(),
              1 + 3 * (3 + backends - 1));  // three distances of those that are installed, one row of others
    EXPECT_LE(rows.size(), 1 + 3 * 3 * backends);
    const auto claims = linesOf(folder / "claims.csv");
    EXPECT_EQ(claims[0], "paper,section,paper says,required,measured,holds?");
    EXPECT_GT(claims.size(), 10u);
    expectCharts(folder, 2 * paper004::couples().size());
    EXPECT_EQ(linesOf(folder / "paper004-rays.csv").size(), 1u + 3 * 2);
    EXPECT_GT(fs::file_size(folder / "paper004-figure12.png"), 10'000u);
    fs::remove_all(folder);
}

}  // namespace
}  // namespace ricochet::lab
