#include "demos/app/poses.h"

#include "tests/support/temporary_file.h"

#include <gtest/gtest.h>

namespace ricochet::app {
namespace {

const std::string kPose = "1 0 0 0 1 0 0 0 1 7 8 9";
const std::string kOtherPose = "0 1 0 -1 0 0 0 0 1 1 2 3";

Result<std::vector<PosePair>> read(const std::string& text) {
    const TemporaryFile file(".poses", text);
    auto poses = readPoses(file.path());
    if (poses) return poses;
    EXPECT_EQ(poses.error().find(file.path()), 0u) << poses.error();
    return tl::unexpected(poses.error().substr(file.path().size()));
}

TEST(Poses, TwelveNumbersPlaceB) {
    const auto poses = read(kOtherPose + "\n");
    ASSERT_TRUE(poses.has_value()) << poses.error();
    ASSERT_EQ(poses->size(), 1u);
    EXPECT_EQ(transformPoint(poses->front().a, Vec3(4, 5, 6)), Vec3(4, 5, 6));
    EXPECT_EQ(transformPoint(poses->front().b, Vec3(4, 5, 6)), Vec3(6, -2, 9));
}

TEST(Poses, TwentyFourNumbersPlaceAThenB) {
    const auto poses = read(kPose + " " + kOtherPose);
    ASSERT_TRUE(poses.has_value()) << poses.error();
    EXPECT_EQ(transformPoint(poses->front().a, Vec3(0, 0, 0)), Vec3(7, 8, 9));
    EXPECT_EQ(transformPoint(poses->front().b, Vec3(4, 5, 6)), Vec3(6, -2, 9));
}

TEST(Poses, CommentsAndEmptyLinesDoNotCount) {
    const auto poses = read("# first\r\n\r\n" + kPose + " # here\r\n   \n#\n\t" + kOtherPose + "\n");
    ASSERT_TRUE(poses.has_value()) << poses.error();
    EXPECT_EQ(poses->size(), 2u);
}

TEST(Poses, ShortNumbersAreFloatsAndLongOnesDoubles) {
    const auto poses =
        read("0.669766366 -0.742568517 0 0.742568517 0.66976636600 0 0 0 1 -2727.34229 0.1 1e-50");
    ASSERT_TRUE(poses.has_value()) << poses.error();
    const Pose& b = poses->front().b;
    EXPECT_EQ(b.rotation(0, 0), Real{0.669766366f});
    EXPECT_EQ(b.rotation(1, 1), 0.669766366);
    EXPECT_EQ(b.translation, Vec3(-2727.34229f, 0.1f, 1e-50));
}

TEST(Poses, ShortLineIsNamed) {
    EXPECT_EQ(read(kPose + "\n# comment\n1 0 0 0 1 0 0 0 1 7 8\n").error(),
              ":3: a pose is 12 or 24 numbers, not 11");
    EXPECT_EQ(read(kPose + " 1\n").error(), ":1: a pose is 12 or 24 numbers, not 13");
}

TEST(Poses, WordsAndInfinitiesAreNamed) {
    EXPECT_EQ(read("1 0 0 0 1 0 0 0 one 7 8 9\n").error(), ":1: 'one' is not a finite number");
    EXPECT_EQ(read("\n1 0 0 0 1 0 0 0 1 7 8 inf\n").error(), ":2: 'inf' is not a finite number");
    EXPECT_EQ(read("1 0 0 0 1 0 0 0 1 nan 8 9\n").error(), ":1: 'nan' is not a finite number");
}

TEST(Poses, NumbersWhoseSquaresAreNotFiniteAreNamed) {
    EXPECT_EQ(read("1 0 0 0 1 0 0 0 1 7 -1e160 9\n").error(),
              ":1: '-1e160' is beyond 1e150: distances would not be finite");
    EXPECT_TRUE(read("1 0 0 0 1 0 0 0 1 7 -1e150 9\n").has_value());
}

TEST(Poses, FileWithoutAnyIsRefused) { EXPECT_EQ(read("# nothing\n").error(), ": contains no pose"); }

TEST(Poses, MissingFileIsNamed) {
    EXPECT_EQ(readPoses("nowhere.poses").error(), "nowhere.poses: there is no such file");
}

}  // namespace
}  // namespace ricochet::app
