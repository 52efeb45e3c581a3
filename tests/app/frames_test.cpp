#include "tests/app/program_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(Frames, AreTakenAtTheRequestedInterval) {
    const fs::path folder = fs::path(testing::TempDir()) / ("ricochet_frames_" + std::to_string(getpid()));
    const Outcome outcome =
        runWith({"run", "drop", "--steps", "5", "--frames", folder.string(), "--every", "2"});
    if (outcome.error.find("There is no OpenGL") != std::string::npos) GTEST_SKIP() << outcome.error;
    EXPECT_EQ(outcome.exitCode, 0);
    for (const char* name : {"frame_000000.png", "frame_000002.png", "frame_000004.png"}) {
        EXPECT_GT(fs::file_size(folder / name), 1000u) << name;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 3);
    fs::remove_all(folder);
}

TEST(Frames, ThatCannotBeWrittenDoNotStopTheRunButMakeItFail) {
    const Outcome outcome =
        runWith({"run", "drop", "--steps", "2", "--frames", "/dev/null/frames", "--every", "1"});
    EXPECT_NE(outcome.exitCode, 0);
    EXPECT_EQ(outcome.error, "ricochet: no pictures: /dev/null/frames: the folder cannot be created\n");
    EXPECT_THAT(outcome.out, HasSubstr("state hash"));
}

}  // namespace
}  // namespace ricochet::app
