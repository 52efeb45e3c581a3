#include "plugin/backends.h"
#include "tests/app/program_outcome.h"
#include "tests/support/labelled_data.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace ricochet::app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const std::string kTriangle = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
// The second face is degenerate.
const std::string kTwoFaces = "v 1 1 -1\nv 2 1 1\nv 1 2 1\nf 1 2 3\nf 1 1 2\n";
const std::string kPoses =
    "1 0 0 0 1 0 0 0 1 0 0 0\n"  // both faces of B pierce A
    "1 0 0 0 1 0 0 0 1 0 0 1\n"  // touching
    "1 0 0 0 1 0 0 0 1 0 0 1.5\n";

std::string textOfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Query : public testing::Test {
protected:
    std::vector<std::string> arguments(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all = {"query", a.path(), b.path(), "--poses", poses.path()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    TemporaryFile a{"_a.obj", kTriangle}, b{"_b.obj", kTwoFaces}, poses{".poses", kPoses};
    TemporaryFile pairs{".pairs", ""}, json{".json", ""};
};

TEST_F(Query, WritesThePairsOfEachPoseWithTheirHash) {
    ASSERT_EQ(runWith(arguments({"--pairs", pairs.path()})).exitCode, 0);
    EXPECT_EQ(textOfFile(pairs.path()),
              "pose 0 count 2 fnv1a64 e82573b10ac9a7d4\n0 0\n0 1\n"
              "pose 1 count 2 fnv1a64 e82573b10ac9a7d4\n0 0\n0 1\n"
              "pose 2 count 0 fnv1a64 cbf29ce484222325\n");
}

TEST_F(Query, PrintsTheDistanceOfEachPose) {
    const Outcome outcome = runWith(arguments({"--ask", "distance", "--json", json.path()}));
    EXPECT_THAT(outcome.out, HasSubstr("pose 0: distance 0, faces 0 and "));
    EXPECT_THAT(outcome.out, HasSubstr("pose 2: distance 0.5, faces 0 and "));
    const auto answers = nlohmann::ordered_json::parse(textOfFile(json.path()))["answers"];
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[2]["distance"], 0.5);
}

TEST_F(Query, AnswersInAtMost15Lines) {
    std::string many;
    for (int i = 0; i < 40; ++i) many += "1 0 0 0 1 0 0 0 1 0 0 0\n";
    const TemporaryFile manyPoses("_many.poses", many);
    const Outcome outcome = runWith({"query", a.path(), b.path(), "--poses", manyPoses.path()});
    EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 15);
    EXPECT_THAT(outcome.out, HasSubstr("... 32 more poses"));
}

TEST_F(Query, WithinADistanceFindsTheSameByEveryNarrowPhase) {
    for (const Backend& backend : backends()) {
        const auto pairsCloserThan = [&](const char* distance) {
            runWith(arguments({"--pairs", pairs.path(), "--narrow", backend.name, "--within", distance}));
            return textOfFile(pairs.path());
        };
        EXPECT_THAT(pairsCloserThan("0.5"), HasSubstr("pose 2 count 2")) << backend.name;
        EXPECT_THAT(pairsCloserThan("0.499"), HasSubstr("pose 2 count 0")) << backend.name;
    }
}

TEST_F(Query, FindsTheFirstPairAndTheDistanceByEveryNarrowPhase) {
    for (const Backend& backend : backends()) {
        const auto asked = [&](const char* question) {
            runWith(arguments({"--pairs", pairs.path(), "--narrow", backend.name, "--ask", question}));
            return textOfFile(pairs.path());
        };
        EXPECT_THAT(asked("first"), HasSubstr("pose 0 count 1 ")) << backend.name;
        EXPECT_THAT(asked("first"), HasSubstr("pose 2 count 0 ")) << backend.name;
        EXPECT_THAT(asked("distance"), HasSubstr("pose 1 distance 0 count 1 ")) << backend.name;
        EXPECT_THAT(asked("distance"), HasSubstr("pose 2 distance 0.5 count 1 ")) << backend.name;
    }
}

TEST_F(Query, WritesItsNumbersAsJson) {
    ASSERT_EQ(runWith(arguments({"--json", json.path(), "--narrow", "brute-force"})).exitCode, 0);
    const auto report = nlohmann::ordered_json::parse(textOfFile(json.path()));
    EXPECT_EQ(report["narrow"], "brute-force");
    EXPECT_EQ(report["poses"], 3);
    EXPECT_EQ(report["pairs_total"], 4);
    for (const char* name : {"median_us", "p99_us", "build_ms", "bytes_per_triangle"}) {
        EXPECT_TRUE(report[name].is_number()) << name;
        EXPECT_GE(report[name], 0) << name;
    }
    EXPECT_GT(report["p99_us"], 0);
    EXPECT_EQ(report["b"]["zero_area_faces"], 1);
    EXPECT_FALSE(report["a"]["closed"]);
}

TEST_F(Query, ListsTheKnownNarrowPhases) {
    const Outcome outcome = runWith(arguments({"--narrow", "magic"}));
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error, "ricochet: There is no narrow phase 'magic'; there are " + backendNames() +
                                 "; the nearest is 'stencil'.\n");
}

TEST_F(Query, AnswersBadInputWithOneSentence) {
    const TemporaryFile shortPose("_short.poses", kPoses + "1 0 0\n");
    const struct {
        std::vector<std::string> arguments;
        std::string message;
    } cases[] = {
        {{"query", "none.obj", b.path(), "--poses", poses.path()}, "none.obj: there is no such file"},
        {{"query", a.path(), b.path(), "--poses", "none.poses"}, "none.poses: there is no such file"},
        {{"query", a.path(), b.path(), "--poses", shortPose.path()},
         shortPose.path() + ":4: a pose is 12 or 24 numbers, not 3"},
        {arguments({"--within", "-1"}), "--within must be a distance of zero or more"},
        {arguments({"--pairs", "no/such/folder"}), "--pairs: no/such/folder: the file cannot be written"},
    };
    for (const auto& [words, message] : cases) {
        const Outcome outcome = runWith(words);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(outcome.error, "ricochet: " + message + "\n");
    }
}

/// A labelled list of pairs: input of `query` and expected output.
struct LabelledPair {
    std::string fileA, fileB;
    std::string poses;    ///< a file of poses
    std::string answers;  ///< the lines `pose i count n fnv1a64 h`
};

LabelledPair readLabelledPair(const std::filesystem::path& path) {
    LabelledPair pair;
    std::ifstream file(path);
    std::string word, line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        words >> word;
        if (word == "pair") words >> word >> word >> pair.fileA >> word >> pair.fileB;
        if (word != "pose") continue;
        std::string number, count, hash;
        words >> number;
        for (int i = 0; i < 12; ++i) words >> word, pair.poses += word + (i < 11 ? " " : "\n");
        words >> word >> count >> word >> hash;
        pair.answers += "pose " + number + " count " + count + " fnv1a64 " + hash + "\n";
    }
    return pair;
}

std::string linesWithPoses(const std::string& pairs) {
    std::istringstream lines(pairs);
    std::string line, poses;
    while (std::getline(lines, line)) {
        if (line.starts_with("pose")) poses += line + "\n";
    }
    return poses;
}

void expectLabelledAnswers(const std::filesystem::path& list, const std::string& narrow) {
    const LabelledPair pair = readLabelledPair(list);
    const auto meshFile = [&](const std::string& file) {
        const auto beside = list.parent_path() / file;
        return (std::filesystem::exists(beside) ? beside : list.parent_path() / "../meshes" / file).string();
    };
    const TemporaryFile poses(".poses", pair.poses), pairs(".pairs", "");
    const Outcome outcome = runWith({"query", meshFile(pair.fileA), meshFile(pair.fileB), "--poses",
                                     poses.path(), "--narrow", narrow, "--pairs", pairs.path()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    ASSERT_FALSE(pair.answers.empty());
    EXPECT_EQ(linesWithPoses(textOfFile(pairs.path())), pair.answers);
}

class LabelledPairs : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(LabelledPairs, HaveTheSameCountAndHashAtEveryPose) {
    const auto& [name, narrow] = GetParam();
    for (const LabelledFile& list : labelledFiles("meshpairs/" + name + ".txt")) {
        expectLabelledAnswers(list.path, narrow);
    }
}

INSTANTIATE_TEST_SUITE_P(
    , LabelledPairs,
    testing::Combine(testing::Values<std::string>("abb_banana", "bolt_nut", "env_rob", "selfx_spider",
                                                  "spot_knot", "spot_spot", "tray_piston", "tray_tray"),
                     testing::Values<std::string>("face-octree", "brute-force")),
    [](const auto& test) {
        std::string name = std::get<0>(test.param);
        return name + (std::get<1>(test.param)[0] == 'f' ? "_octree" : "_brute");
    });

}  // namespace
}  // namespace ricochet::app
