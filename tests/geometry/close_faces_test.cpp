#include "algorithms/geometry/close_faces.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test {
namespace {

TEST(CloseFaces, AreTheIntersectingOnesAtDistanceZero) {
    Random random(51);
    HitRate hits;
    for (int i = 0; i < 20000; ++i) {
        const Triangle a = randomLatticeTriangle(random, 3), b = randomLatticeTriangle(random, 3);
        EXPECT_EQ(areClose(a, b, 0), intersects(a, b));
        hits.count(intersects(a, b));
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(CloseFaces, AreThoseWhoseClosestPointsAreWithinTheDistance) {
    Random random(52);
    HitRate hits;
    for (int i = 0; i < 20000; ++i) {
        // Some of the lattice's triangles are segments and points.
        const bool onLattice = i % 2;
        const Triangle a = onLattice ? randomLatticeTriangle(random, 4) : randomTriangle(random);
        Triangle b = onLattice ? randomLatticeTriangle(random, 4) : randomTriangle(random);
        for (Vec3& corner : b) corner.z() += onLattice ? 2 : 0.8;
        const Real distance = std::sqrt(closestPoints(a, b).distanceSquared),
                   queryDistance = uniform(random, 0, 1.5);
        EXPECT_EQ(areClose(a, b, queryDistance), distance <= queryDistance);
        hits.count(distance <= queryDistance);
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.8)) << hits.value();
}

TEST(CloseFaces, KeepAPairAtExactlyTheDistanceFarFromTheOrigin) {
    for (const Real offset : {1.0, 1e4, 1e6}) {
        const Vec3 origin(offset, -offset, offset);
        const Real gap = std::nextafter(offset, 2 * offset) - offset;
        const Triangle a = {origin, origin + Vec3(0, 1, 0), origin + Vec3(0, 0, 1)};
        Triangle b = a;
        for (Vec3& corner : b) corner.x() += gap;
        EXPECT_TRUE(areClose(a, b, gap)) << offset;
        EXPECT_FALSE(areClose(a, b, 0)) << offset;
        for (Vec3& corner : b) corner.x() += 1e-3 * offset;
        EXPECT_FALSE(areClose(a, b, gap)) << offset;
    }
}

}  // namespace
}  // namespace ricochet::test
