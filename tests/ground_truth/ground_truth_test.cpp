#include "algorithms/geometry/triangle_box.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/ground_truth/labelled_set.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace ricochet {
namespace {

std::string textOf(const std::string& name) {
    std::ifstream file("tests/ground_truth/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(GroundTruth, TriangleTriangleIsRightOnEveryStoredCase) {
    HitRate meet;
    for (const LabelledPoints& entry : parseLabelledSet(textOf("triangle_triangle.txt"), 6)) {
        const auto& p = entry.points;
        EXPECT_EQ(intersects({p[0], p[1], p[2]}, Triangle{p[3], p[4], p[5]}), entry.meet) << entry.kind;
        EXPECT_EQ(intersects({p[3], p[4], p[5]}, Triangle{p[0], p[1], p[2]}), entry.meet) << entry.kind;
        meet.count(entry.meet);
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.7)) << meet.value();
}

TEST(GroundTruth, TriangleBoxIsRightOnEveryStoredCase) {
    HitRate meet;
    for (const LabelledPoints& entry : parseLabelledSet(textOf("triangle_box.txt"), 5)) {
        const auto& p = entry.points;
        EXPECT_EQ(intersects({p[0], p[1], p[2]}, Aabb{p[3], p[4]}), entry.meet) << entry.kind;
        meet.count(entry.meet);
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.7)) << meet.value();
}

TEST(GroundTruth, GeneratorMakesTheStoredSetsAgain) {
    EXPECT_TRUE(makeTriangleTriangleSet() == textOf("triangle_triangle.txt"));
    EXPECT_TRUE(makeTriangleBoxSet() == textOf("triangle_box.txt"));
}

}  // namespace
}  // namespace ricochet
