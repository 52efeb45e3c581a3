#include "demos/app/output_file.h"

#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;

std::string textIn(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class OutputFile : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(folder); }
    void TearDown() override { fs::remove_all(folder); }
    std::string at(const char* name) const { return (folder / name).string(); }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    const fs::path folder = testing::TempDir() + "ricochet_output_" + std::to_string(getpid());
};

TEST_F(OutputFile, TakesThePlaceOfAFileWithItsPermissions) {
    std::ofstream(at("a")) << "old";
    fs::permissions(at("a"), fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(writeFile(at("a"), "new").has_value());
    EXPECT_EQ(textIn(at("a")), "new");
    EXPECT_EQ(fs::status(at("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFile, ALinkStaysAndWhatItLeadsToIsWritten) {
    std::ofstream(at("a")) << "old";
    fs::create_symlink("a", at("link"));
    fs::create_symlink("b", at("dangling"));
    ASSERT_TRUE(writeFile(at("link"), "new").has_value());
    ASSERT_TRUE(writeFile(at("dangling"), "newer").has_value());
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_TRUE(fs::is_symlink(at("dangling")));
    EXPECT_EQ(textIn(at("a")), "new");
    EXPECT_EQ(textIn(at("b")), "newer");
}

TEST_F(OutputFile, ADeviceStaysADevice) {
    EXPECT_TRUE(writeFile("/dev/null", "text").has_value());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    // A full device cannot be written, and is not replaced by a file.
    fs::create_symlink("/dev/full", at("full"));
    EXPECT_EQ(writeFile(at("full"), "text").error(), at("full") + ": the file cannot be written");
    const TemporaryFile mesh(".obj", kTetrahedron);
    const Outcome outcome = runWith({"mktree", "build", mesh.path(), "-o", at("full")});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_TRUE(fs::is_symlink(at("full")));
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
    EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFile, AnMkTreeIsWrittenThroughALink) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    std::ofstream(at("tree")) << "old";
    fs::create_symlink("tree", at("link"));
    ASSERT_EQ(runWith({"mktree", "build", mesh.path(), "-o", at("link")}).exitCode, 0);
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_EQ(runWith({"mktree", "info", at("tree"), "--check"}).exitCode, 0);
    EXPECT_EQ(files(), 2u);
}

}  // namespace
}  // namespace ricochet::app
