#include "demos/app/reproduce/paper004_measurements.h"
#include "tests/app/program_outcome.h"
#include "tests/app/well_formed_xml.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>

#include <sstream>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;
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

TEST(Reproduce, ListsWhatThereIs) {
    const Outcome outcome = runWith({"reproduce"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("paper004  distances  figures 12 and 13"));
}

TEST(Reproduce, AnswersAnUnknownPaperWithOneSentence) {
    const Outcome outcome = runWith({"reproduce", "paper999"});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error,
              "ricochet: nothing is known of a paper 'paper999'; known are paper002, paper004\n");
}

TEST(Reproduce, AnswersABadFolderWithOneSentenceBeforeItMeasures) {
    const TemporaryFile file(".txt", "in the way");
    const std::string folder = file.path() + "/sub";
    const Outcome outcome = runWith({"reproduce", "paper004", "--quick", "--out", folder});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error, "ricochet: --out: " + folder + ": the folder cannot be written\n");
    EXPECT_EQ(outcome.out, "");
}

TEST(Reproduce, IsEitherQuickOrFull) {
    EXPECT_THAT(runWith({"reproduce", "paper004", "--quick", "--full"}).error, HasSubstr("--full"));
}

TEST(Reproduce, TrialOfPaper002WritesRowsChartsTextAndPictures) {
    const TemporaryFile place("", "");
    const fs::path folder = place.path() + "_folder";
    const Outcome outcome = runWith({"reproduce", "paper002", "--quick", "--out", folder.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(contentsOfFile(folder / "paper002.txt"), outcome.out);
    EXPECT_THAT(outcome.out,
                HasSubstr("figure 3c      paper, RE2     160000     512         0.27      0.13"));
    // Positions a and b need one pass, c and d two and lists; all but a collide.
    const auto jaws = linesOf(folder / "paper002-jaws.csv");
    ASSERT_EQ(jaws.size(), 5u);
    EXPECT_THAT(jaws[1], HasSubstr(",the closing,no,1,no,"));
    EXPECT_THAT(jaws[2], HasSubstr(",the closing,yes,1,no,"));
    EXPECT_THAT(jaws[3], HasSubstr(",the row of teeth,yes,2,yes,"));
    EXPECT_THAT(jaws[4], HasSubstr(",the row of teeth,yes,2,yes,"));
    for (const char* chart : {"growth", "contact"}) {
        EXPECT_TRUE(isWellFormedXml(contentsOfFile(folder / ("paper002-" + std::string(chart) + ".svg"))))
            << chart;
    }
    for (const char* picture : {"figure6a", "figure6b", "figure7-upper", "figure7-lower"}) {
        EXPECT_THAT(contentsOfFile(folder / ("paper002-" + std::string(picture) + ".png")), HasSubstr("PNG"));
    }
    // What the item buffer names improves the direction.
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
    const Outcome outcome = runWith({"reproduce", "paper004", "--quick", "--out", folder.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(contentsOfFile(folder / "paper004.txt"), outcome.out);
    EXPECT_THAT(outcome.out, HasSubstr("the paper's text"));

    const auto rows = linesOf(folder / "paper004-distances.csv");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows[0],
              "couple,distance,backend,frames,median_us,mean_us,face_pairs,box_tests,triangle_tests,note");
    const auto backends = paper004::contestants().size();
    EXPECT_GE(rows.size(),
              1 + 3 * (3 + backends - 1));  // three distances of those that are installed, one row of others
    EXPECT_LE(rows.size(), 1 + 3 * 3 * backends);
    EXPECT_GT(linesOf(folder / "paper004-statements.csv").size(), 10u);
    for (const paper004::Couple& couple : paper004::couples()) {
        const std::string svg = contentsOfFile(folder / (std::string("paper004-") + couple.name + ".svg"));
        EXPECT_TRUE(isWellFormedXml(svg)) << couple.name;
        EXPECT_THAT(svg, HasSubstr("wide tree"));
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace ricochet::app
