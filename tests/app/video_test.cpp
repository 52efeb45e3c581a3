#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

class VideoFile : public testing::Test {
protected:
    const TemporaryFile mp4{".mp4", ""};

    /// Skips where nothing can be drawn or encoded.
    Outcome record(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(),
                         {"--penetration-every", "0", "--width", "128", "--video", mp4.path()});
        Outcome outcome = runWith(arguments);
        for (const char* absent : {"There is no OpenGL", "there is no program ffmpeg"})
            if (outcome.error.find(absent) != std::string::npos) missing = outcome.error;
        return outcome;
    }
    std::string missing;
};

TEST_F(VideoFile, IsAFileThatPlayersKnow) {
    const Outcome outcome = record({"run", "chain", "--steps", "2"});
    if (!missing.empty()) GTEST_SKIP() << missing;
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    std::ifstream file(mp4.path(), std::ios::binary);
    std::string begin(12, ' ');
    file.read(begin.data(), 12);
    EXPECT_EQ(begin.substr(4, 4), "ftyp");
    EXPECT_GT(std::filesystem::file_size(mp4.path()), 1000u);
}

/// What a video is while a script stands for ffmpeg.
class VideoByScript : public VideoFile {
protected:
    Outcome recordBy(const std::string& script) {
        const TemporaryFile program("", "#!/bin/sh\n" + script);
        const std::string folder = program.path() + "_folder", before = std::getenv("PATH");
        std::filesystem::create_directories(folder);
        std::filesystem::copy(program.path(), folder + "/ffmpeg");
        std::filesystem::permissions(folder + "/ffmpeg", std::filesystem::perms::owner_all);
        setenv("PATH", (folder + ":" + before).c_str(), 1);
        Outcome outcome = record({"run", "chain", "--steps", "4"});
        setenv("PATH", before.c_str(), 1);
        std::filesystem::remove_all(folder);
        return outcome;
    }
};

TEST_F(VideoByScript, GetsEverySecondStepOf60AsAPicture) {
    const Outcome outcome = recordBy("for last; do :; done\nwc -c > \"${last#file:}\"\n");
    if (!missing.empty()) GTEST_SKIP() << missing;
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    int bytes = 0;
    std::ifstream(mp4.path()) >> bytes;
    EXPECT_EQ(bytes, 3 * 3 * 128 * 72);  // steps 0, 2 and 4
}

TEST_F(VideoByScript, WhatItSaysOfAFailureIsPassedOn) {
    const Outcome outcome = recordBy("echo the disk is full >&2\nexit 3\n");
    if (!missing.empty()) GTEST_SKIP() << missing;
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error, "ricochet: --video: ffmpeg failed: the disk is full\n");
}

TEST_F(VideoFile, WithoutFfmpegASentenceSaysWhatToInstall) {
    const std::string before = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    const Outcome outcome = record({"run", "chain", "--steps", "1000000"});  // before the first step
    setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_EQ(outcome.error,
              "ricochet: --video: there is no program ffmpeg on PATH; install the package ffmpeg\n");
}

TEST_F(VideoFile, IsNamedAsOne) {
    EXPECT_THAT(runWith({"run", "chain", "--video", "film.avi"}).error,
                HasSubstr("film.avi: the name of a video must end in .mp4 or .webm"));
}

}  // namespace
}  // namespace ricochet::app
