#include "demos/mesh_files/motion_reader.h"

#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Eight rows whose x is their number in quarters.
std::string query(int label) {
    std::string text;
    for (int row = 0; row < 8; ++row) {
        text += std::to_string(row) + ",4,-3,1,5,9007199254740992," + std::to_string(label) + "\n";
    }
    return text;
}

TEST(MotionReader, ReadsFractionsExactly) {
    const TemporaryFile file(".csv", query(0) + query(1));
    const auto motions = readLabelledMotions(file.path());
    ASSERT_TRUE(motions) << motions.error();
    ASSERT_EQ(motions->size(), 2u);
    EXPECT_FALSE((*motions)[0].touches);
    EXPECT_TRUE((*motions)[1].touches);
    EXPECT_EQ((*motions)[1].at0[3], Vec3(0.75, -3, 5 * 0x1p-53));
    EXPECT_EQ((*motions)[1].at1[2], Vec3(1.5, -3, 5 * 0x1p-53));
}

TEST(MotionReader, NamesTheLineThatIsWrong) {
    for (const char* wrong : {"1,3,0,1,0,1,0\n", "1,2,0,1,0,1\n", "9007199254740993,1,0,1,0,1,0\n", "x\n"}) {
        const TemporaryFile file(".csv", query(0) + wrong);
        const auto motions = readLabelledMotions(file.path());
        ASSERT_FALSE(motions) << wrong;
        EXPECT_EQ(motions.error(), file.path() + ": line 9 is not three fractions and a label");
    }
}

TEST(MotionReader, RefusesAnUnfinishedQuery) {
    const TemporaryFile file(".csv", query(0) + "0,1,0,1,0,1,0\n");
    const auto motions = readLabelledMotions(file.path());
    ASSERT_FALSE(motions);
    EXPECT_THAT(motions.error(), testing::EndsWith("9 lines are not a whole number of queries of 8"));
}

}  // namespace
}  // namespace ricochet
