#include "tests/lab/lab_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ricochet::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string contentsOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OctreeCommand, PrintsNodesAndText) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    const Outcome outcome = runLab({"octree", mesh.path(), "--level", "1", "--rule", "centre"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_EQ(outcome.out,
              "root of edge 1, level 1, voxels of 0.5\n"
              "nodes: 9, grey 1, black 1, white 7; 1 black voxels\n"
              "memory: 8 bytes\n"
              "compacted: 1 cubes\n"
              "DF: (BWWWWWWW\n");
}

TEST(OctreeCommand, ReadsTheTextThatItWrote) {
    const TemporaryFile mesh(".obj", kTetrahedron), text(".df", "");
    for (const char* contents : {"solid", "faces"}) {
        const Outcome written =
            runLab({"octree", mesh.path(), "--level", "6", "--contents", contents, "--df", text.path()});
        ASSERT_EQ(written.exitCode, 0) << written.error;
        const Outcome read = runLab({"octree", text.path(), "--level", "6"});
        ASSERT_EQ(read.exitCode, 0) << read.error;
        EXPECT_EQ(read.out.substr(0, read.out.find("DF:")), written.out);
        EXPECT_THAT(contentsOf(text.path()), testing::StartsWith("("));
    }
}

TEST(OctreeCommand, DrawsBlackNodes) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    const fs::path picture = mesh.path() + ".png";
    const Outcome outcome = runLab({"octree", mesh.path(), "--picture", picture.string()});
    // The picture is drawn by OpenGL; without OpenGL there is an error message.
    EXPECT_EQ(fs::exists(picture), outcome.error.empty()) << outcome.error;
    fs::remove(picture);
}

TEST(OctreeCommand, AnswersBadInputWithOneSentence) {
    const TemporaryFile mesh(".obj", kTetrahedron), empty("_empty.obj", "v 0 0 0\n"),
        open("_open.obj", kTetrahedron.substr(0, kTetrahedron.size() - 8)), bad("_bad.df", "(BW \nx"),
        shortText("_short.df", "(BW");
    const auto errorOf = [](const std::vector<std::string>& arguments) {
        const Outcome outcome = runLab(arguments);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
        return outcome.error;
    };
    EXPECT_THAT(errorOf({"octree", mesh.path(), "--level", "0"}), HasSubstr("at least 1 level"));
    EXPECT_THAT(errorOf({"octree", mesh.path(), "--level", "11"}),
                HasSubstr("at most 10 levels (292 MiB); 11 levels could take 2340 MiB"));
    EXPECT_THAT(errorOf({"octree", "none.obj"}), HasSubstr("there is no such file"));
    EXPECT_THAT(errorOf({"octree", "none.df"}), HasSubstr("there is no such file"));
    EXPECT_THAT(errorOf({"octree", empty.path()}), HasSubstr("no faces"));
    EXPECT_THAT(errorOf({"octree", open.path()}), HasSubstr("not closed"));
    EXPECT_THAT(errorOf({"octree", bad.path()}), HasSubstr("symbol 4 (character 6), 'x'"));
    EXPECT_THAT(errorOf({"octree", shortText.path()}), HasSubstr("1 grey nodes unfinished"));
    EXPECT_THAT(errorOf({"octree", mesh.path(), "--contents", "air"}), HasSubstr("--contents"));
    EXPECT_THAT(errorOf({"octree", mesh.path(), "--df", "/none/text.df"}), HasSubstr("cannot be written"));
}

TEST(LabPictures, AreOfOneFormat) {
    const TemporaryFile mesh("_tetrahedron.obj", kTetrahedron);
    const std::string message = "body.jpg: the name of a picture must end in .png\n";
    EXPECT_EQ(runLab({"hull", mesh.path(), "--out", "body.jpg"}).error, "ricochet-lab: --out: " + message);
    EXPECT_EQ(runLab({"octree", mesh.path(), "--picture", "body.jpg"}).error,
              "ricochet-lab: --picture: " + message);
}

/// A device has no end; the reader stops at the first surplus symbol.
TEST(OctreeCommand, StopsReadingATextWithoutEnd) {
    const TemporaryFile link("_endless.df", "");
    fs::remove(link.path());
    fs::create_symlink("/dev/zero", link.path());
    EXPECT_THAT(runLab({"octree", link.path()}).error, HasSubstr("symbol 1 (character 1), 0x00"));
}

}  // namespace
}  // namespace ricochet::lab
