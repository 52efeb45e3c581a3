#include "algorithms/round_shapes/near_faces.h"

#include "algorithms/geometry/closest_points.h"
#include "tests/support/random_geometry.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

using round_shapes::dropFartherFaces;
using round_shapes::isFartherThan;

Real distanceTo(const Triangle& triangle, const Vec3& point) {
    return (closestPoint(triangle, point) - point).norm();
}

/// Has any shape: also needles and slivers down to a ten-millionth of their length.
Triangle anyTriangle(Random& random) {
    Triangle t = randomTriangle(random);
    const Real flatness = std::pow(10.0, uniform(random, -7, 0));
    const bool isFlattened = uniform(random, 0, 1) < 0.5;
    if (isFlattened) t[2] = t[0] + uniform(random, 0, 1) * (t[1] - t[0]) + flatness * (t[2] - t[0]);
    return t;
}

TEST(NearFaces, NothingWithinTheDistanceIsDropped) {
    Random random(61);
    int near = 0, dropped = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        const Real size = std::pow(10.0, uniform(random, -3, 3));
        Triangle t = anyTriangle(random);
        for (Vec3& corner : t) corner *= size;
        const Vec3 point = 2 * size * randomPoint(random);
        const Real distance = size * std::pow(10.0, uniform(random, -0.5, 0.5));
        const bool isNear = distanceTo(t, point) <= distance, isDropped = isFartherThan(t, point, distance);
        ASSERT_FALSE(isNear && isDropped) << trial;
        near += isNear, dropped += isDropped;
    }
    EXPECT_GT(near, 30000);
    EXPECT_GT(dropped, 30000);
}

TEST(NearFaces, APointJustWithinTheDistanceIsNear) {
    Random random(62);
    for (int trial = 0; trial < 50000; ++trial) {
        const Triangle t = anyTriangle(random);
        const Vec3 point = 2 * randomPoint(random);
        ASSERT_FALSE(isFartherThan(t, point, distanceTo(t, point))) << trial;
    }
}

TEST(NearFaces, AFacesBackIsDroppedWithIt) {
    const SharedMesh box = gridBoxMesh({1, 0.1, 1}, 8);
    const SharedMesh floor = *Mesh::createTwoSided(box->vertices(), box->faces());
    std::vector<Index> faces(floor->faceCount());
    for (Index f = 0; f < floor->faceCount(); ++f) faces[f] = floor->frontCount() * (f % 2) + f / 2;
    const Vec3 point = floor->box().centre() + Vec3(0.01, 0.02, 0.05);
    const Real distance = 0.1 * floor->box().size().norm();
    dropFartherFaces(*floor, point, distance, faces);
    EXPECT_GT(faces.size(), 0u);
    EXPECT_LT(faces.size(), floor->faceCount() / 2);
    for (Index f = 0; f < floor->frontCount(); ++f) {
        const bool isNear = distanceTo(floor->triangle(f), point) <= distance;
        const auto count =
            std::ranges::count_if(faces, [&](Index face) { return floor->frontOf(face) == f; });
        EXPECT_TRUE(count == 0 || count == 2) << f;
        EXPECT_TRUE(!isNear || count == 2) << f;
    }
}

}  // namespace
}  // namespace ricochet::test
