#include "algorithms/geometry/round_shape.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

struct Case {
    const char* name;
    RoundShape shape;
};

std::vector<Case> cases() {
    const auto grown = [](Real bottomRadius, Real topRadius, Real growth) {
        return RoundShape{Frustum{2, -0.3, 0.6, bottomRadius, topRadius, growth}};
    };
    return {
        {"sphere", RoundShape::sphere(0.7)},
        {"capsule", RoundShape::capsule(0, 0.6, 0.4)},
        {"cylinder", RoundShape::cylinder(1, 0.5, 0.7)},
        {"flat cylinder", RoundShape::cylinder(2, 0.2, 0.9)},
        {"cone", RoundShape::cone(2, 0.6, 0.5)},
        {"grown frustum", grown(0.5, 0.2, 0.1)},
        {"one sphere", RoundShape::sphereHull({{Vec3(0.1, 0.2, 0.3), 0.5}})},
        {"two spheres", RoundShape::sphereHull({{Vec3(-0.5, 0, 0), 0.4}, {Vec3(0.5, 0.1, 0), 0.2}})},
        {"three spheres", RoundShape::sphereHull(
                              {{Vec3(-0.5, 0, 0), 0.4}, {Vec3(0.5, 0.1, 0), 0.2}, {Vec3(0, 0.7, 0.1), 0.1}})},
        {"five spheres", RoundShape::sphereHull({{Vec3(-0.5, 0, 0), 0.3},
                                                 {Vec3(0.5, 0.1, 0), 0.2},
                                                 {Vec3(0, 0.7, 0.1), 0.1},
                                                 {Vec3(0.1, 0.2, 0.8), 0.15},
                                                 {Vec3(0, 0.1, 0), 0.05}})}};
}

Vec3 randomDirection(Random& random) { return randomRotation(random).col(0); }

/// How far the shape extends along a unit direction, from its definition.
Real extentAlong(const RoundShape& shape, const Vec3& n) {
    if (const auto* hull = std::get_if<SphereHull>(&shape.solid)) {
        Real maximum = -1e9;
        for (const Sphere& sphere : hull->spheres)
            maximum = std::max(maximum, n.dot(sphere.centre) + sphere.radius);
        return maximum;
    }
    const Frustum& f = std::get<Frustum>(shape.solid);
    const Real along = n[static_cast<Eigen::Index>(f.axis)];
    const Real across = std::hypot(n[(f.axis + 1) % 3], n[(f.axis + 2) % 3]);
    return std::max(f.bottom * along + f.bottomRadius * across, f.top * along + f.topRadius * across) +
           f.growth;
}

/// Greatest of n·p - extent(n): from the best of some directions by ever smaller steps.
Real ascent(Random& random, const RoundShape& shape, const Vec3& p) {
    Vec3 best = Vec3::UnitX();
    const auto value = [&](const Vec3& n) { return n.dot(p) - extentAlong(shape, n); };
    for (int i = 0; i < 500; ++i) {
        const Vec3 n = randomDirection(random);
        if (value(n) > value(best)) best = n;
    }
    for (Real step = 0.3; step > 1e-6; step *= 0.9) {
        for (int i = 0; i < 30; ++i) {
            const Vec3 n = (best + step * randomPoint(random)).normalized();
            if (value(n) > value(best)) best = n;
        }
    }
    return value(best);
}

/// From inside there are several local maxima.
Real distanceByAscent(Random& random, const RoundShape& shape, const Vec3& p) {
    Real best = ascent(random, shape, p);
    for (int start = 0; start < 4; ++start) best = std::max(best, ascent(random, shape, p));
    return best;
}

TEST(RoundShape, TheSupportPointIsTheFarthestPointOfTheShape) {
    Random random(1);
    for (const Case& c : cases()) {
        for (int trial = 0; trial < 500; ++trial) {
            const Vec3 n = randomDirection(random);
            const Vec3 support = supportOf(c.shape, uniform(random, 0.1, 10) * n);
            EXPECT_NEAR(n.dot(support), extentAlong(c.shape, n), 1e-12) << c.name;
            EXPECT_LE(nearestOnSurface(c.shape, support).distance, 1e-12) << c.name;
        }
    }
}

TEST(RoundShape, SignedDistanceIsTheGreatestOverAllDirections) {
    Random random(2);
    for (const Case& c : cases()) {
        HitRate inside;
        for (int trial = 0; trial < 60; ++trial) {
            const Vec3 p = randomPoint(random, trial % 2 ? 1.2 : 0.35);
            const NearestOnSurface nearest = nearestOnSurface(c.shape, p);
            const Real found = distanceByAscent(random, c.shape, p);
            EXPECT_GE(nearest.distance, found - 1e-9) << c.name;
            EXPECT_NEAR(nearest.distance, found, 2e-4) << c.name;
            EXPECT_NEAR(nearest.normal.dot(p) - extentAlong(c.shape, nearest.normal), nearest.distance, 1e-12)
                << c.name;
            inside.count(nearest.distance < 0);
        }
        EXPECT_TRUE(inside.isBetween(0.05, 0.9)) << c.name << ": " << inside.value();
    }
}

TEST(RoundShape, NearestPointIsOnTheSurfaceAlongTheNormal) {
    Random random(3);
    for (const Case& c : cases()) {
        for (int trial = 0; trial < 500; ++trial) {
            const Vec3 p = randomPoint(random, 1.2);
            const NearestOnSurface nearest = nearestOnSurface(c.shape, p);
            EXPECT_NEAR(nearest.normal.norm(), 1, 1e-12) << c.name;
            EXPECT_NEAR(nearestOnSurface(c.shape, nearest.onSurface).distance, 0, 1e-12) << c.name;
            EXPECT_TRUE((p - nearest.onSurface).isApprox(nearest.distance * nearest.normal, 1e-9)) << c.name;
        }
    }
}

TEST(RoundShape, BoxAndRadiusAreTight) {
    Random random(4);
    for (const Case& c : cases()) {
        const Aabb box = boxOf(c.shape);
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(box.max[k], extentAlong(c.shape, Vec3::Unit(k)), 1e-15) << c.name;
            EXPECT_NEAR(box.min[k], -extentAlong(c.shape, -Vec3::Unit(k)), 1e-15) << c.name;
        }
        Real farthest = 0;
        for (int trial = 0; trial < 5000; ++trial) {
            farthest = std::max(farthest, supportOf(c.shape, randomDirection(random)).norm());
        }
        EXPECT_LE(farthest, radiusOf(c.shape) + 1e-12) << c.name;
        EXPECT_GE(farthest, 0.97 * radiusOf(c.shape)) << c.name;
    }
}

TEST(RoundShape, AxisAndCentreHaveAnAnswer) {
    for (const Case& c : cases()) {
        for (int k = 0; k < 3; ++k) {
            for (const Real t : {-0.2, 0.0, 0.1}) {
                const NearestOnSurface nearest = nearestOnSurface(c.shape, t * Vec3::Unit(k));
                EXPECT_NEAR(nearest.normal.norm(), 1, 1e-12) << c.name;
                EXPECT_TRUE(nearest.onSurface.allFinite()) << c.name;
            }
        }
    }
}

TEST(RoundShape, ASphereInsideAnotherIsNotPartOfTheHull) {
    const RoundShape shape = RoundShape::sphereHull({{Vec3::Zero(), 1}, {Vec3(0.2, 0, 0), 0.5}});
    EXPECT_EQ(std::get<SphereHull>(shape.solid).spheres.size(), 1u);
    EXPECT_EQ(nearestOnSurface(shape, Vec3(3, 0, 0)).distance, 2);
}

}  // namespace
}  // namespace ricochet
