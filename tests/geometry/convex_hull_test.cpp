#include "algorithms/geometry/convex_hull.h"

#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/predicates.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <functional>

namespace ricochet {
namespace {

using Cloud = std::vector<Vec3>;

Cloud pointsBy(int count, const std::function<Vec3()>& make) {
    Cloud points;
    for (int i = 0; i < count; ++i) points.push_back(make());
    return points;
}

/// Closed, of genus 0, and no point is outside any face: exactly what a hull is.
testing::AssertionResult isHullOf(const ConvexHull& hull, const Cloud& points) {
    const SharedMesh mesh = makeMesh(points, hull.faces);
    if (!boundaryVectorAreas(*mesh).empty()) return testing::AssertionFailure() << "not closed";
    if (hull.faces.size() != 2 * hull.vertices.size() - 4)
        return testing::AssertionFailure() << "not a sphere";
    for (Index f = 0; f < mesh->faceCount(); ++f) {
        const Triangle t = mesh->triangle(f);
        for (const Vec3& p : points) {
            if (orient3d(t[0], t[1], t[2], p) > 0) return testing::AssertionFailure() << "a point is outside";
        }
    }
    return testing::AssertionSuccess();
}

TEST(ConvexHull, OfRandomPointsIsClosedAroundAllOfThem) {
    Random random(21);
    for (int count : {4, 5, 10, 100, 400}) {
        const Cloud points = pointsBy(count, [&] { return randomPoint(random); });
        EXPECT_TRUE(isHullOf(convexHull(points), points)) << count;
    }
}

TEST(ConvexHull, OfPointsOnASphereUsesAll) {
    Random random(22);
    const Cloud points = pointsBy(300, [&]() -> Vec3 { return randomPoint(random).normalized(); });
    const ConvexHull hull = convexHull(points);
    EXPECT_TRUE(isHullOf(hull, points));
    EXPECT_EQ(hull.vertices.size(), points.size());
}

TEST(ConvexHull, OfLatticePointsHasFlatSidesWithoutFlatFaces) {
    Random random(23);
    for (int size : {1, 2, 3, 5}) {
        const Cloud points = pointsBy(300, [&] { return randomLatticePoint(random, size); });
        EXPECT_TRUE(isHullOf(convexHull(points), points)) << size;
    }
}

TEST(ConvexHull, OfNearlyFlatPointsIsExact) {
    Random random(24);
    for (int round = 0; round < 50; ++round) {
        const Pose pose = randomPose(random, 1);
        const Cloud points = pointsBy(60, [&]() -> Vec3 {
            const Vec3 p = randomLatticePoint(random, 6);
            return transformPoint(pose, Vec3(p.x(), p.y(), 0));
        });
        const ConvexHull hull = convexHull(points);
        ASSERT_FALSE(hull.isEmpty());  // the rotation's rounding raises some points off the plane
        EXPECT_TRUE(isHullOf(hull, points));
    }
}

TEST(ConvexHull, OfATorusIsItsOuterHalf) {
    const SharedMesh torus = torusMesh(2, 0.5, 24, 16);
    const ConvexHull hull = convexHull(torus->vertices());
    EXPECT_TRUE(isHullOf(hull, torus->vertices()));
    EXPECT_GE(hull.vertices.size(), 24u * 9);
    EXPECT_LT(hull.vertices.size(), 24u * 12);
}

TEST(ConvexHull, OfPointsInOnePlaneIsEmpty) {
    Random random(25);
    const Cloud plane = pointsBy(50, [&]() -> Vec3 {
        const Vec3 p = randomLatticePoint(random, 9);
        return {p.x(), p.y(), p.x() + 2 * p.y() - 1};
    });
    const Cloud line = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {-2, -2, -2}};
    EXPECT_TRUE(convexHull(plane).isEmpty());
    EXPECT_TRUE(convexHull(line).isEmpty());
    EXPECT_TRUE(convexHull(Cloud(5, Vec3(1, 2, 3))).isEmpty());
    EXPECT_TRUE(convexHull({}).isEmpty());
}

}  // namespace
}  // namespace ricochet
