#include "algorithms/face_octree/outcodes.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

TEST(Outcodes, HaveABitForEachSideThatAPointIsBeyond) {
    Random random(21);
    const Aabb box = {{1, 2, 3}, {4, 3, 5}};
    for (Index count = 0; count < 100; ++count) {
        PointList points;
        points.resize(count);
        std::vector<std::uint8_t> expected(count), codes(count);
        for (Index i = 0; i < count; ++i) {
            // Whole numbers: many points lie on a side exactly, and these are not beyond it.
            const Vec3 point = randomLatticePoint(random, 6);
            points.x[i] = point.x();
            points.y[i] = point.y();
            points.z[i] = point.z();
            for (int axis = 0; axis < 3; ++axis) {
                if (point[axis] < box.min[axis]) expected[i] |= 1 << (2 * axis);
                if (point[axis] > box.max[axis]) expected[i] |= 2 << (2 * axis);
            }
        }
        findOutcodes(points, box, codes);
        EXPECT_EQ(codes, expected) << count << " points";
    }
}

}  // namespace
}  // namespace ricochet::test
