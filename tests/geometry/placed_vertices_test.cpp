#include "algorithms/geometry/placed_vertices.h"

#include "tests/support/placements.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

std::vector<Vec3> randomPoints(Random& random, std::size_t count, Real halfSize) {
    std::vector<Vec3> points(count);
    for (Vec3& point : points) point = randomPoint(random, halfSize);
    return points;
}

TEST(PlacedVertices, AgreeWithPlaceBitForBit) {
    Random random(5);
    for (std::size_t count = 0; count < 200; ++count) {
        const std::vector<Vec3> points = randomPoints(random, count, 3);
        const Pose pose = randomPlacement(random, count % 3 == 0 ? 1e4 : 1);
        PointList placed;
        const Aabb box = placeVertices(pose, points, placed);
        Aabb expected;
        ASSERT_EQ(placed.size(), count);
        for (Index i = 0; i < count; ++i) {
            EXPECT_EQ(placed[i], transformPoint(pose, points[i]));
            expected.include(placed[i]);
        }
        EXPECT_EQ(box.min, expected.min);
        EXPECT_EQ(box.max, expected.max);
    }
}

TEST(PlacedBox, ContainsEveryPlacedPointAndIsNoLargerThanThatOfTheCorners) {
    Random random(6);
    for (int trial = 0; trial < 2000; ++trial) {
        const Aabb box = boxOf(randomTriangle(random, 2));
        const Pose pose = randomPlacement(random, trial % 2 ? 1e4 : 1);
        const Aabb found = placedBox(pose, box);
        Aabb corners;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point((corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                             (corner & 4 ? box.max : box.min).z());
            corners.include(transformPoint(pose, point));
        }
        EXPECT_TRUE(found.contains(corners.min) && found.contains(corners.max)) << "trial " << trial;
        EXPECT_TRUE(grown(corners, 1e-10).contains(found.min)) << "trial " << trial;
        EXPECT_TRUE(grown(corners, 1e-10).contains(found.max)) << "trial " << trial;
    }
}

TEST(PlacedBox, OfADistantPointContainsIt) {
    Random random(7);
    for (int trial = 0; trial < 2000; ++trial) {
        const Vec3 point = randomPoint(random, 1e3);
        const Pose pose = randomPlacement(random, 1e5);
        EXPECT_TRUE(placedBox(pose, {point, point}).contains(transformPoint(pose, point)));
    }
}

}  // namespace
}  // namespace ricochet::test
