#include "tests/lab/lab_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>

namespace ricochet::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(FieldCommand, PrintsNumbersAndDrawsTheSidesAndLayers) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    const fs::path folder = mesh.path() + "_pictures";
    const Outcome outcome = runLab({"field", mesh.path(), "--samples", "8", "--out", folder.string()});
    EXPECT_THAT(outcome.out, HasSubstr("4 triangles; centre 0.25 0.25 0.25"));
    EXPECT_THAT(outcome.out, HasSubstr("8 x 8"));
    EXPECT_THAT(outcome.out, HasSubstr("layers per shell: 1 by hits"));
    EXPECT_THAT(outcome.out, HasSubstr("transform: 1536 bytes"));
    for (const char* picture : {"sides-upper.png", "sides-lower.png"}) {
        EXPECT_GT(fs::file_size(folder / picture), 500u) << picture;
    }
    // Layers are drawn by OpenGL; without OpenGL there is an error message.
    EXPECT_EQ(fs::exists(folder / "layers.png"), outcome.error.empty()) << outcome.error;
    fs::remove_all(folder);
}

TEST(FieldCommand, AnswersBadInputWithOneSentence) {
    const TemporaryFile mesh(".obj", kTetrahedron), empty("_empty.obj", "v 0 0 0\n");
    const auto errorOf = [](const std::vector<std::string>& arguments) {
        const Outcome outcome = runLab(arguments);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
        return outcome.error;
    };
    for (const char* samples : {"0", "12", "512", "-4"}) {
        EXPECT_THAT(errorOf({"field", mesh.path(), "--samples", samples}),
                    HasSubstr("--samples must be a power of two from 1 to 256, whose cells take 33 MiB"));
    }
    EXPECT_THAT(errorOf({"field", "none.obj"}), HasSubstr("there is no such file"));
    EXPECT_THAT(errorOf({"field", empty.path()}), HasSubstr("no faces"));
    EXPECT_THAT(errorOf({"field", mesh.path(), "--centre", "left"}), HasSubstr("--centre"));
    EXPECT_THAT(errorOf({"field", mesh.path(), "--sampling", "wild"}), HasSubstr("--sampling"));
    EXPECT_THAT(errorOf({"field", mesh.path(), "--out", "/dev/null/pictures"}),
                HasSubstr("the folder cannot be created"));
}

TEST(FieldCommand, AcceptsEverySamplingAndCentre) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    for (const char* sampling : {"clipping", "rays", "raster"}) {
        for (const char* centre : {"mass", "sphere"}) {
            const Outcome outcome =
                runLab({"field", mesh.path(), "--sampling", sampling, "--centre", centre});
            EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
        }
    }
}

}  // namespace
}  // namespace ricochet::lab
