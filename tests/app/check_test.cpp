#include "tests/app/program_outcome.h"
#include "tests/support/labelled_data.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace ricochet::app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// A record as in the labelled files: class 3, a label, and points.
std::string recordOf(bool label, const std::vector<float>& coordinates) {
    std::string bytes = {3, static_cast<char>(label), 0, 0};
    bytes.append(reinterpret_cast<const char*>(coordinates.data()), coordinates.size() * sizeof(float));
    return bytes;
}

// A triangle in the plane z = 0, and one that pierces it or is above it.
std::string trianglesRecord(bool label, float lowest) {
    return recordOf(label, {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, lowest, 2, 1, 3, 1, 2, 3});
}

// The unit box, and a triangle in a plane x = const.
std::string boxesRecord(bool label, float x) {
    return recordOf(label, {0, 0, 0, 1, 1, 1, x, 0, 0, x, 1, 0, x, 0, 1});
}

TEST(Check, ReportsExactlyTheFlippedLabel) {
    const std::string right = trianglesRecord(true, -1) + trianglesRecord(false, 1);
    const TemporaryFile good(".good", right + trianglesRecord(true, 0));
    const Outcome all = runWith({"check", "triangles", good.path()});
    EXPECT_EQ(all.exitCode, 0);
    EXPECT_EQ(all.out, "wrong 0 of 3\n");

    const TemporaryFile bad(".bad", right + trianglesRecord(false, 0));
    const Outcome flipped = runWith({"check", "triangles", bad.path()});
    EXPECT_EQ(flipped.exitCode, 1);
    EXPECT_EQ(flipped.out, "record 2 of class 3: meets, but the label says misses\nwrong 1 of 3\n");
}

TEST(Check, ChecksBoxes) {
    const TemporaryFile file(".bin",
                             boxesRecord(true, 1) + boxesRecord(false, 1) + boxesRecord(false, 1.001f));
    EXPECT_EQ(runWith({"check", "boxes", file.path()}).out,
              "record 1 of class 3: meets, but the label says misses\nwrong 1 of 3\n");
}

TEST(Check, RefusesATruncatedFile) {
    const TemporaryFile file(".bin", trianglesRecord(true, 0).substr(0, 75));
    const Outcome outcome = runWith({"check", "triangles", file.path()});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error,
              "ricochet: " + file.path() + ": 75 bytes are not a whole number of records of 76 bytes\n");
}

TEST(Check, RefusesAFolderAndANanCoordinate) {
    EXPECT_EQ(runWith({"check", "boxes", testing::TempDir()}).error,
              "ricochet: " + testing::TempDir() + ": this is a folder, not a file\n");
    const TemporaryFile file(".bin", trianglesRecord(true, 0) + trianglesRecord(true, std::nanf("")));
    const Outcome outcome = runWith({"check", "triangles", file.path()});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error, "ricochet: " + file.path() + ": a coordinate of record 1 is not finite\n");
}

TEST(Check, ListsTheKnownKinds) {
    for (const char* kind : {"hulls", "squares"}) {
        const Outcome outcome = runWith({"check", kind, "any.bin"});
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(outcome.error, std::string("ricochet: this version cannot check '") + kind +
                                     "'; it knows triangles, boxes, ccd, convex\n");
    }
}

// A vertex that falls on a triangle, or beside it.
std::string fallingVertex(int x, int label) {
    std::string text;
    for (int end : {0, 1}) {
        const std::string rows[] = {std::to_string(x) + ",4,1,4," + std::to_string(1 - 2 * end), "0,1,0,1,0",
                                    "1,1,0,1,0", "0,1,1,1,0"};
        for (const std::string& row : rows) text += row + ",1," + std::to_string(label) + "\n";
    }
    return text;
}

TEST(Check, CountsMissesAndFalseAlarmsOfMotions) {
    const std::string right = fallingVertex(1, 1) + fallingVertex(5, 0);
    const TemporaryFile good("vertex-face.csv", right);
    const Outcome all = runWith({"check", "ccd", good.path()});
    EXPECT_EQ(all.exitCode, 0);
    EXPECT_THAT(all.out, testing::StartsWith("missed 0, false alarms 0 of 2\n"));
    EXPECT_THAT(all.out, EndsWith(" queries per second\n"));

    const TemporaryFile bad("wrong-vertex-face.csv", right + fallingVertex(1, 0) + fallingVertex(5, 1));
    const Outcome wrong = runWith({"check", "ccd", bad.path()});
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.out, testing::StartsWith(
                               "query 2: false alarm\nquery 3: missed\nmissed 1, false alarms 1 of 4\n"));
}

TEST(Check, FailsOnAFalseAlarmUnlessItOnlyReports) {
    const TemporaryFile file("vertex-face.csv", fallingVertex(1, 0));
    for (const std::vector<std::string>& test : {std::vector<std::string>(), {"--swept-space", "dynamic"}}) {
        std::vector<std::string> line = {"check", "ccd", file.path()};
        line.insert(line.end(), test.begin(), test.end());
        EXPECT_EQ(runWith(line).exitCode, 1);
        line.push_back("--report-only");
        const Outcome outcome = runWith(line);
        EXPECT_EQ(outcome.exitCode, 0);
        EXPECT_THAT(outcome.out, HasSubstr("false alarms 1 of 1\n"));
    }
}

TEST(Check, RequiresTheKindOfMotionInTheFileName) {
    const TemporaryFile file(".csv", fallingVertex(1, 1));
    EXPECT_EQ(runWith({"check", "ccd", file.path()}).error,
              "ricochet: " + file.path() + ": the name contains neither vertex-face nor edge-edge\n");
}

class LabelledQueries : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(LabelledQueries, AreAllRightExceptTheFlippedOne) {
    const auto& [kind, name] = GetParam();
    for (const LabelledFile& labelled : labelledFiles(name)) {
        std::ifstream file(labelled.path, std::ios::binary);
        std::string bytes(std::istreambuf_iterator<char>(file), {});
        EXPECT_THAT(runWith({"check", kind, labelled.path}).out, testing::StartsWith("wrong 0 of "));

        bytes[1] ^= 1;
        const TemporaryFile flipped(".bin", bytes);
        const Outcome outcome = runWith({"check", kind, flipped.path()});
        EXPECT_THAT(outcome.out, HasSubstr("record 0 of class "));
        EXPECT_THAT(outcome.out, HasSubstr("\nwrong 1 of "));
    }
}

INSTANTIATE_TEST_SUITE_P(, LabelledQueries,
                         testing::Values(std::pair<std::string, std::string>("triangles", "tri/tritri.bin"),
                                         std::pair<std::string, std::string>("boxes", "tri/tribox.bin")),
                         [](const auto& test) { return test.param.first; });

/// A folder with two cubes of half size 1, B displaced along x, and their label.
class ConvexFolder {
public:
    ConvexFolder(float offset, const std::string& label) {
        std::filesystem::create_directories(path_);
        std::ofstream hulls(path_ / "hulls.bin", std::ios::binary);
        for (const float x : {0.0f, offset}) {
            const std::uint32_t count = 8;
            hulls.write(reinterpret_cast<const char*>(&count), sizeof count);
            for (int i = 0; i < 8; ++i) {
                const float corner[] = {(i & 1 ? 1.0f : -1.0f) + x, i & 2 ? 1.0f : -1.0f,
                                        i & 4 ? 1.0f : -1.0f};
                hulls.write(reinterpret_cast<const char*>(corner), sizeof corner);
            }
        }
        std::ofstream(path_ / "truth.csv") << "pair,class,state,…\n0,0," << label << '\n';
    }
    ~ConvexFolder() { std::filesystem::remove_all(path_); }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_ =
        std::filesystem::temp_directory_path() / ("convex" + std::to_string(getpid()));
};

TEST(Check, ACorrectlyLabelledConvexPairIsRight) {
    const ConvexFolder apart(3, "separated,8,8,1,1,0,0,1,1,,,");
    EXPECT_EQ(runWith({"check", "convex", apart.path()}).out, "wrong 0 of 1, largest error 0\n");
}

TEST(Check, WrongConvexLabelIsFound) {
    const ConvexFolder deep(1.5, "penetrating,8,8,0,1,0,0,,,0.25,1,16");
    const Outcome outcome = runWith({"check", "convex", deep.path()});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.out,
              "pair 0, penetrating: is inaccurate, error 0.25\nwrong 1 of 1, largest error 0.25\n");
}

TEST(Check, LabelledConvexPairsAreRight) {
    RICOCHET_LABELLED_DATA(folder, "convex");
    const Outcome outcome = runWith({"check", "convex", folder.string()});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("wrong 0 of 1000"));
}

}  // namespace
}  // namespace ricochet::app
