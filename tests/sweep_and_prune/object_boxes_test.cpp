#include "algorithms/sweep_and_prune/object_boxes.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet {
namespace {

bool contains(const SweepBox& box, const Vec3& point) {
    for (int axis = 0; axis < 3; ++axis) {
        if (point[axis] < box.min[axis] || point[axis] > box.max[axis]) return false;
    }
    return true;
}

TEST(ObjectBoxes, ContainTheObjectInAnyOrientationAndTheDynamicOneIsTight) {
    Random random(8);
    std::vector<Vec3> vertices;
    Real radius = 0;
    for (int i = 0; i < 40; ++i) {
        vertices.push_back(randomPoint(random));
        radius = std::max(radius, vertices.back().norm());
    }
    for (int i = 0; i < 500; ++i) {
        const Pose pose = randomPose(random, /*spread*/ 100);
        const SweepBox fixed = fixedBox(pose.translation, radius * (1 + 1e-12));
        const SweepBox dynamic = dynamicBox(vertices, pose);
        Vec3 highest = Vec3::Constant(-1e9);
        for (const Vec3& vertex : vertices) {
            const Vec3 at = transformPoint(pose, vertex);
            EXPECT_TRUE(contains(fixed, at));
            EXPECT_TRUE(contains(dynamic, at));
            highest = highest.cwiseMax(at);
        }
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_FLOAT_EQ(dynamic.max[axis], static_cast<float>(highest[axis]));
            EXPECT_NEAR(fixed.extent(axis), 2 * radius, 1e-4);
        }
    }
}

TEST(ObjectBoxes, RoundingToFloatIsOutward) {
    EXPECT_LE(sweep::roundedDown(0.1), 0.1);
    EXPECT_GE(sweep::roundedUp(0.1), 0.1);
    EXPECT_LE(sweep::roundedDown(-0.1), -0.1);
    EXPECT_GE(sweep::roundedUp(-0.1), -0.1);
    EXPECT_EQ(sweep::roundedDown(0.5), 0.5f);
    EXPECT_EQ(sweep::roundedUp(0.5), 0.5f);
}

}  // namespace
}  // namespace ricochet
