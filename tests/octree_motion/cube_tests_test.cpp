#include "algorithms/octree_motion/octant_tests.h"
#include "algorithms/octree_motion/six_steps.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet::octree_motion {
namespace {

/// Cubes of edge 1 to 5 anywhere in a root of 16 voxels, turned.
PlacedCubes randomCubes(Random& random, VoxelRule rule, int count = 40) {
    const Grid grid = {{-8, -8, -8}, 16, 4};
    CubeSet set = {grid, {}};
    for (int i = 0; i < count; ++i) {
        const int edge = 1 + pick(random, 5);
        set.cubes.push_back(
            {{pick(random, 17 - edge), pick(random, 17 - edge), pick(random, 17 - edge)}, edge});
    }
    const Pose poses[] = {{randomRotation(random), randomPoint(random, 2)},
                          {Matrix3::Identity(), randomPoint(random, 2)},
                          {Eigen::AngleAxis<Real>(1e-9, Vec3::UnitX()).toRotationMatrix(), {0.5, 0, 0.25}}};
    PlacedCubes placed;
    EXPECT_TRUE(placeCubes(set, poses[pick(random, 10) < 8 ? 0 : 1 + pick(random, 2)], grid, rule,
                           Outside::isCutOff, placed));
    return placed;
}

constexpr Real kUnsure = 0.05;  // voxels: the projections converge slowly where cubes barely meet

/// By projecting a point back and forth (von Neumann): it goes to the closest points of two convex bodies.
Real distanceByProjections(const PlacedCubes& placed, Index cube, const Vec3& centre, Real half) {
    Vec3 point = placed.centres[cube];
    Real distance = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 inTarget =
            centre + (point - centre).cwiseMax(Vec3::Constant(-half)).cwiseMin(Vec3::Constant(half));
        const Vec3 local = placed.inverse * (inTarget - placed.centres[cube]);
        const Real h = placed.halves[cube];
        point = placed.centres[cube] +
                placed.rotation * local.cwiseMax(Vec3::Constant(-h)).cwiseMin(Vec3::Constant(h));
        distance = (point - inTarget).norm();
        if (distance == 0) break;
    }
    return distance;
}

bool isCovered(const PlacedCubes& placed, Index cube, const Vec3& centre, Real half) {
    for (int k = 0; k < 8; ++k) {
        if (!contains(placed, cube, centre + octantOffset(k, half))) return false;
    }
    return true;
}

TEST(CubeTests, AxesAndSixStepsAgreeWithProjections) {
    Random random(1);
    HitRate hits;
    int unsure = 0, covered = 0;
    for (int i = 0; i < 60; ++i) {
        const PlacedCubes placed = randomCubes(random, VoxelRule::touch);
        const Axes axes = axesOf(placed.rotation);
        SixSteps steps;
        steps.prepare(placed);
        for (Index cube = 0; cube < placed.count(); ++cube) {
            const Real half = std::ldexp(0.5, pick(random, 3));
            const Vec3 centre = placed.centres[cube] + randomPoint(random, half + placed.halves[cube]) * 1.3;
            const CubeRelation byAxes = relationByAxes(placed, axes, cube, centre, half);
            TargetCube target = steps.target(centre, half);
            const CubeRelation bySteps = steps(cube, target);
            const Real distance = distanceByProjections(placed, cube, centre, half);
            hits.count(byAxes != CubeRelation::apart);
            EXPECT_EQ(byAxes == CubeRelation::apart, bySteps == CubeRelation::apart);
            if (distance > kUnsure) {
                EXPECT_EQ(byAxes, CubeRelation::apart) << distance;
            }
            if (distance < 1e-9) {
                EXPECT_NE(byAxes, CubeRelation::apart) << distance;
            }
            unsure += distance <= kUnsure && distance >= 1e-9;
            EXPECT_EQ(byAxes == CubeRelation::covered, isCovered(placed, cube, centre, half));
            if (half < placed.halves[cube]) {
                EXPECT_EQ(bySteps, byAxes);
            }
            covered += byAxes == CubeRelation::covered;
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
    EXPECT_LT(unsure, 100);
    EXPECT_GT(covered, 5);
}

TEST(CubeTests, SixStepsAndAxesAgreeOnAMillionCubes) {
    Random random(2);
    HitRate hits;
    for (int i = 0; i < 500; ++i) {
        const PlacedCubes placed = randomCubes(random, VoxelRule::touch);
        const Axes axes = axesOf(placed.rotation);
        SixSteps steps;
        steps.prepare(placed);
        for (int k = 0; k < 50; ++k) {
            const Real half = std::ldexp(0.5, pick(random, 4));
            const Vec3 centre = randomPoint(random, 8);
            TargetCube target = steps.target(centre, half);
            for (Index cube = 0; cube < placed.count(); ++cube) {
                const CubeRelation byAxes = relationByAxes(placed, axes, cube, centre, half);
                ASSERT_EQ(steps(cube, target) == CubeRelation::apart, byAxes == CubeRelation::apart);
                hits.count(byAxes != CubeRelation::apart);
            }
        }
    }
    EXPECT_GT(hits.value(), 0.03);
}

TEST(CubeTests, OctantTestsNeverContradictTheAxes) {
    Random random(3);
    HitRate hits;
    int slack = 0;
    for (int i = 0; i < 200; ++i) {
        for (const VoxelRule rule : {VoxelRule::centre, VoxelRule::touch}) {
            const PlacedCubes placed = randomCubes(random, rule);
            OctantTests tests;
            tests.prepare(placed);
            std::vector<Index> list(placed.count());
            for (Index k = 0; k < placed.count(); ++k) list[k] = k;
            std::vector<std::uint8_t> met(placed.count()), covered(placed.count());
            const int level = pick(random, 3);
            const Real half = std::ldexp(placed.rootHalf(), -level - 1);
            const Vec3 centre = randomPoint(random, placed.rootHalf() - 2 * half);
            tests.classify(level, centre, list, met.data(), covered.data());
            for (Index cube = 0; cube < placed.count(); ++cube) {
                for (int k = 0; k < 8; ++k) {
                    const CubeRelation exact =
                        relationByAxes(placed, tests.axes(), cube, centre + octantOffset(k, half),
                                       placed.comparedHalf(half));
                    const bool isMet = (met[cube] >> k & 1) != 0, isCovering = (covered[cube] >> k & 1) != 0;
                    if (exact != CubeRelation::apart) {
                        ASSERT_TRUE(isMet);
                    }
                    if (isCovering) {
                        ASSERT_EQ(exact, CubeRelation::covered);
                    }
                    slack += isMet && exact == CubeRelation::apart;
                    slack += exact == CubeRelation::covered && !isCovering;
                    hits.count(isMet);
                }
            }
        }
    }
    EXPECT_TRUE(hits.isBetween(0.02, 0.7)) << hits.value();
    EXPECT_LT(slack, 20);  // of 128,000
}

}  // namespace
}  // namespace ricochet::octree_motion
