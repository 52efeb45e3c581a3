#include "algorithms/geometry/closest_points.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

Vec3 pointOf(const Triangle& t, Real u, Real v) { return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]); }

/// Uniform u, v >= 0 with u + v <= 1, by folding the unit square.
std::pair<Real, Real> randomBarycentric(Random& random) {
    const Real u = uniform(random, 0, 1), v = uniform(random, 0, 1);
    return u + v <= 1 ? std::pair(u, v) : std::pair(1 - u, 1 - v);
}

bool isOn(const Triangle& t, const Vec3& point, Real tolerance) {
    return (closestPoint(t, point) - point).norm() <= tolerance;
}

/// The oracle: alternating projections on the two triangles converge to the closest pair (Cheney, Goldstein
/// 1959).
Real distanceByAlternatingProjection(const Triangle& a, const Triangle& b) {
    Vec3 onA = a[0];
    Vec3 onB = closestPoint(b, onA);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 next = closestPoint(a, onB);
        const bool isAtRest = (next - onA).norm() < 1e-15;
        onA = next;
        onB = closestPoint(b, onA);
        if (isAtRest) break;
    }
    return (onA - onB).norm();
}

/// Nearest by convexity: the plane across the segment from the point to the foot keeps all corners beyond it.
bool isNearest(const Triangle& t, const Vec3& point, const Vec3& foot, Real tolerance = 1e-12) {
    const Vec3 away = foot - point;
    return std::ranges::all_of(t,
                               [&](const Vec3& corner) { return (corner - foot).dot(away) >= -tolerance; });
}

TEST(ClosestPoint, OfATriangleIsTheNearest) {
    Random random(11);
    for (int i = 0; i < 20000; ++i) {
        const Triangle t = randomTriangle(random);
        const Vec3 point = randomPoint(random, 2);
        const Vec3 foot = closestPoint(t, point);
        ASSERT_TRUE(isNearest(t, point, foot)) << i;
    }
}

TEST(ClosestPoint, OfAPointOnTheTriangleIsThePoint) {
    Random random(12);
    for (int i = 0; i < 5000; ++i) {
        const Triangle t = randomTriangle(random);
        const auto [u, v] = randomBarycentric(random);
        EXPECT_LT((closestPoint(t, pointOf(t, u, v)) - pointOf(t, u, v)).norm(), 1e-14);
    }
}

TEST(ClosestPoint, OfADegenerateTriangleIsOnItsSegmentOrPoint) {
    Random random(13);
    for (int i = 0; i < 5000; ++i) {
        const Triangle ends = randomTriangle(random);
        const Triangle segment = {ends[0], 0.5 * (ends[0] + ends[1]), ends[1]};
        const Vec3 point = randomPoint(random, 2);
        for (const Triangle& t : {segment, Triangle{segment[1], segment[0], segment[2]},
                                  Triangle{segment[0], segment[0], segment[2]}}) {
            EXPECT_TRUE(isNearest(t, point, closestPoint(t, point)));
        }
        EXPECT_EQ(closestPoint({ends[0], ends[0], ends[0]}, point), ends[0]);
    }
}

TEST(ClosestPoint, OfASliverIsNearest) {
    Random random(14);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a = randomPoint(random), ab = randomPoint(random);
        const Vec3 across = ab.cross(randomPoint(random)).normalized();
        const Real width = std::pow(10.0, uniform(random, -16, -2));
        const Triangle t = {a, a + ab, a + uniform(random, -1, 2) * ab + width * across};
        // above the interior, so that rounding decides where in the sliver the foot is
        const auto [u, v] = randomBarycentric(random);
        const Vec3 foot = pointOf(t, u, v);
        const Vec3 point = foot + uniform(random, -1, 1) * ab.cross(across);
        ASSERT_LT((closestPoint(t, point) - foot).norm(), std::min(width, 1e-15 / width) + 1e-13) << width;
        // Points 1e-8 apart may be at distances that differ by less than their rounding.
        const Vec3 other = randomPoint(random, 2);
        ASSERT_TRUE(isNearest(t, other, closestPoint(t, other), 1e-8)) << width;
    }
}

/// At the closest pair neither end can be moved along its segment to come nearer.
bool areNearest(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1, const ClosestPoints& p) {
    return isNearest({a0, a1, a1}, p.onB, p.onA) && isNearest({b0, b1, b1}, p.onA, p.onB);
}

TEST(ClosestPointsOfSegments, AreLocallyOptimal) {
    Random random(15);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a0 = randomPoint(random), a1 = randomPoint(random);
        const Vec3 b0 = randomPoint(random), b1 = randomPoint(random);
        const ClosestPoints p = closestPoints(a0, a1, b0, b1);
        ASSERT_TRUE(areNearest(a0, a1, b0, b1, p));
        EXPECT_DOUBLE_EQ(p.distanceSquared, (p.onA - p.onB).squaredNorm());
    }
}

TEST(ClosestPointsOfSegments, OfParallelSegmentsExist) {
    Random random(16);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a0 = randomPoint(random), a1 = randomPoint(random);
        const Vec3 b0 = randomPoint(random);
        const Real tilt = i % 2 == 0 ? 0 : std::pow(10.0, uniform(random, -16, -2));
        const Vec3 b1 = b0 + uniform(random, -2, 2) * (a1 - a0) + tilt * randomPoint(random);
        ASSERT_TRUE(areNearest(a0, a1, b0, b1, closestPoints(a0, a1, b0, b1))) << tilt;
    }
}

TEST(ClosestPointsOfSegments, ThatCrossAtASmallAngleMeet) {
    Random random(18);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 along = randomPoint(random), crossing = randomPoint(random);
        const Vec3 tilted = along + std::pow(10.0, uniform(random, -16, 0)) * randomPoint(random);
        const Real before = uniform(random, 0.1, 1), after = uniform(random, 0.1, 1);
        const ClosestPoints p = closestPoints(crossing - before * along, crossing + after * along,
                                              crossing - after * tilted, crossing + before * tilted);
        ASSERT_LT(std::sqrt(p.distanceSquared), 2e-15) << i;
    }
}

TEST(ClosestPointsOfSegments, PointsAreSegmentsWithoutLength) {
    const Vec3 p(1, 2, 3), q(4, 6, 3);
    EXPECT_EQ(closestPoints(p, p, q, q).distanceSquared, 25);
    EXPECT_EQ(closestPoints(p, p, Vec3(0, 2, 0), Vec3(0, 2, 9)).distanceSquared, 1);
    EXPECT_EQ(closestPoints(Vec3(0, 2, 0), Vec3(0, 2, 9), p, p).onA, Vec3(0, 2, 3));
}

ClosestPoints swapped(const ClosestPoints& p) { return {p.onB, p.onA, p.distanceSquared}; }

TEST(ClosestPointsOfTriangles, AgreeWithAlternatingProjection) {
    Random random(17);
    HitRate meet;
    for (int i = 0; i < 2000; ++i) {
        const Triangle a = randomTriangle(random), b = randomTriangle(random);
        const ClosestPoints p = closestPoints(a, b);
        meet.count(intersects(a, b));
        EXPECT_TRUE(isOn(a, p.onA, 1e-12) && isOn(b, p.onB, 1e-12));
        EXPECT_EQ(p.distanceSquared == 0, intersects(a, b));
        const Real distance = std::sqrt(p.distanceSquared);
        const Real oracle = distanceByAlternatingProjection(a, b);
        EXPECT_LE(distance, oracle + 1e-12);
        EXPECT_NEAR(distance, oracle, 1e-3);  // where triangles meet, the oracle converges slowly
    }
    EXPECT_TRUE(meet.isBetween(0.2, 0.7)) << meet.value();
}

TEST(ClosestPointsOfTriangles, ThatTouchAreAtTheSamePoint) {
    const Triangle a = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    const Triangle b = {Vec3(0.25, 0.25, 0), Vec3(0, 0, 5), Vec3(1, 0, 5)};
    const ClosestPoints p = closestPoints(a, b);
    EXPECT_EQ(p.distanceSquared, 0);
    EXPECT_EQ(p.onA, p.onB);
    EXPECT_LT((p.onA - b[0]).norm(), 1e-15);
}

TEST(ClosestPointsOfTriangles, ASegmentThatPiercesTheInsideSharesThatPoint) {
    Random random(19);
    HitRate meet;
    for (int i = 0; i < 2000; ++i) {
        const Triangle face = randomTriangle(random);
        const Vec3 along = randomPoint(random);
        const Vec3 begin = (face[0] + face[1] + face[2]) / 3 + 0.3 * randomPoint(random) - along;
        const Triangle segment = {begin, begin + 2 * along, begin};
        for (const ClosestPoints& p : {closestPoints(segment, face), swapped(closestPoints(face, segment))}) {
            EXPECT_TRUE(isOn(segment, p.onA, 1e-12) && isOn(face, p.onB, 1e-12)) << i;
        }
        meet.count(intersects(segment, face));
    }
    EXPECT_TRUE(meet.isBetween(0.1, 0.7)) << meet.value();
}

TEST(ClosestPointsOfTriangles, CoplanarOnesShareAPointOrAreApart) {
    const Triangle a = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
    const Triangle inside = {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)};
    const Triangle beside = {Vec3(7, 0, 0), Vec3(9, 0, 0), Vec3(7, 3, 0)};
    EXPECT_EQ(closestPoints(a, inside).distanceSquared, 0);
    EXPECT_TRUE(isOn(inside, closestPoints(a, inside).onA, 1e-15));
    EXPECT_EQ(closestPoints(a, beside).distanceSquared, 9);
}

}  // namespace
}  // namespace ricochet
