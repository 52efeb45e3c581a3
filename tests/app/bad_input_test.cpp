// Bad input that several commands have in common: one sentence, exit code 1, and no exception.

#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

std::string errorOf(const std::vector<std::string>& arguments) {
    const Outcome outcome = runWith(arguments);
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    return outcome.error;
}

class BadInput : public testing::Test {
protected:
    const TemporaryFile mesh{".obj", kTetrahedron}, worldFile{".mkt", ""};
    const std::string folder = testing::TempDir(), world = worldFile.path();

    void SetUp() override { ASSERT_EQ(runWith({"mktree", "build", mesh.path(), "-o", world}).exitCode, 0); }
    std::vector<std::string> predict(std::vector<std::string> more) const {
        more.insert(more.begin(), {"predict", world, mesh.path()});
        return more;
    }
};

/// A file's name, which may be any bytes, names the part of a world.
TEST_F(BadInput, NamesThatAreNotUtf8AreShownAllTheSame) {
    const TemporaryFile named("-caf\xE9.obj", kTetrahedron), motions(".motions", "0 0 0  1 0 0  0 4\n");
    ASSERT_EQ(runWith({"mktree", "build", named.path(), "-o", world}).exitCode, 0);
    const Outcome asked = runWith({"mktree", "query", world, "--nearest", "0", "0", "0"});
    EXPECT_EQ(asked.exitCode, 0) << asked.error;
    EXPECT_THAT(asked.out, HasSubstr("-caf\xEF\xBF\xBD"));  // U+FFFD
    const Outcome predicted = runWith(predict({"--motions", motions.path()}));
    EXPECT_EQ(predicted.exitCode, 0) << predicted.error;
    EXPECT_EQ(runWith({"mktree", "info", world}).exitCode, 0);
}

TEST_F(BadInput, AFolderIsNoFile) {
    const std::string message = "ricochet: " + folder + ": this is a folder, not a file\n";
    EXPECT_EQ(errorOf({"query", mesh.path(), mesh.path(), "--poses", folder}), message);
    EXPECT_EQ(errorOf({"mktree", "query", world, "--pairs", mesh.path(), "--poses", folder}), message);
    EXPECT_EQ(errorOf({"mktree", "query", world, "--swept", mesh.path(), "--motions", folder}), message);
    EXPECT_EQ(errorOf({"mktree", "build", "--stream", folder, "-o", world}), message);
    EXPECT_EQ(errorOf(predict({"--motions", folder})), message);
    EXPECT_EQ(errorOf(predict({"--random", "2", "--world-motions", folder})), message);
}

TEST_F(BadInput, NumbersThatAnOptionDoesNotAccept) {
    EXPECT_EQ(errorOf(predict({"--random", "-1"})), "ricochet: --random: must be above zero, not '-1'\n");
    EXPECT_EQ(errorOf(predict({"--random", "2", "--cache", "-1"})),
              "ricochet: --cache: must be zero or above, not '-1'\n");
    EXPECT_EQ(errorOf(predict({"--random", "2", "--seed", "-1"})),
              "ricochet: --seed: '-1' is not a number that this option accepts\n");
    EXPECT_EQ(errorOf({"mktree", "query", world, "--nearest", "nan", "0", "0"}),
              "ricochet: --nearest: must be a finite number, not 'nan'\n");
    EXPECT_EQ(errorOf({"mktree", "build", "--tanker", "0", "-o", world}),
              "ricochet: --tanker: must be above zero, not '0'\n");
    EXPECT_EQ(errorOf({"run", "drop", "--steps", "1e3"}),
              "ricochet: --steps: '1e3' is not a number that this option accepts\n");
}

TEST_F(BadInput, ControlCharactersDoNotReachTheTerminal) {
    EXPECT_THAT(runWith({"run", "moo\x7fn"}).error,
                testing::StartsWith("ricochet: there is no scene 'moo?n'"));
    EXPECT_THAT(runWith({"run", "drop", "--ste\x1bps", "1"}).error,
                testing::StartsWith("ricochet: run: there is no option '--ste?ps'"));
}

TEST_F(BadInput, MoreThanThereIsMemory) {
    EXPECT_EQ(errorOf(predict({"--random", "999999999999999999"})), "ricochet: there is not enough memory\n");
}

TEST_F(BadInput, ValuesWithoutMeaning) {
    EXPECT_EQ(errorOf({"run", "chain", "--hz", "1e-9"}),
              "ricochet: --hz: must be from 1 to 1,000,000 steps per second, not '1e-9'\n");
    EXPECT_THAT(errorOf({"run", "primitives", "--bodies", "2000000000"}),
                HasSubstr("ricochet: 2,000,000,000 bodies need about "));
    const TemporaryFile scaled(".poses", "2 0 0 0 2 0 0 0 2 0 0 0\n");
    EXPECT_THAT(errorOf({"query", mesh.path(), mesh.path(), "--poses", scaled.path()}),
                HasSubstr(":1: the first nine numbers of a pose are the rows of a rotation matrix"));
}

TEST_F(BadInput, OptionsThatExcludeOrRequireOthers) {
    const std::string either = "ricochet: exactly one of --motions and --random is required\n";
    EXPECT_EQ(errorOf(predict({})), either);
    EXPECT_EQ(errorOf(predict({"--random", "2", "--motions", mesh.path()})), either);
    const std::string one =
        "ricochet: exactly one of mesh files, --stream, --tanker and --variant is required\n";
    EXPECT_EQ(errorOf({"mktree", "build", "-o", world}), one);
    EXPECT_EQ(errorOf({"mktree", "build", mesh.path(), "--tanker", "9", "-o", world}), one);
    EXPECT_EQ(errorOf(predict({"--random", "2", "--resume"})), "ricochet: --resume requires --json\n");
    EXPECT_EQ(errorOf(predict({"--random", "2", "--tolerance", "1"})),
              "ricochet: --tolerance requires --world-motions\n");
    EXPECT_EQ(errorOf({"run", "torus", "--in-memory"}), "ricochet: --in-memory is for tanker\n");
    EXPECT_THAT(errorOf({"run", "torus", "--moving", "0.5"}), HasSubstr("--moving is for cloud, "));
}

}  // namespace
}  // namespace ricochet::app
