#include "algorithms/round_shapes/deforming_sweep.h"

#include "tests/support/build_kind.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test {
namespace {

using round_shapes::FirstTouch;
using round_shapes::MovingVertices;
using round_shapes::PlacedRound;

constexpr Real kNear = 1e-6;  // metres: the sphere's radius is one

const std::vector<Face> kOneFace = {{0, 1, 2}};

std::optional<FirstTouch> touchOf(const std::vector<Vec3>& at0, const std::vector<Vec3>& at1) {
    const RoundShape sphere = RoundShape::sphere(1);
    return firstTouch(PlacedRound(sphere, Pose{}), MovingVertices{kOneFace, at0, at1}, kNear, 1);
}

TEST(DeformingSweep, AFaceThatSwingsAboutACornerBesideTheSphereDoesNotTouchIt) {
    const Vec3 pinned(0, 0, 1.001);
    EXPECT_FALSE(touchOf({pinned, {5, 0, 2}, {0, 5, 2}}, {pinned, {5, 0, 1.5}, {0, 5, 1.5}}));
    EXPECT_TRUE(touchOf({pinned, {5, 0, 2}, {0, 5, 2}}, {pinned, {5, 0, -1}, {0, 5, -1}}));
}

TEST(DeformingSweep, IsNeverLateAndHardlyEarly) {
    Random random(31);
    HitRate hits;
    for (int trial = 0; trial < (kIsSlowBuild ? 20 : 300); ++trial) {
        std::vector<Vec3> at0(3), at1(3);
        for (std::size_t k = 0; k < 3; ++k) {
            at0[k] = Vec3(0, 0, 2.5) + randomPoint(random, 1.4);
            at1[k] = randomPoint(random, 2.5);
        }
        const auto touch = touchOf(at0, at1);
        hits.count(touch.has_value());
        // The distance of the origin from densely sampled points, over time.
        Real first = 2;
        for (int step = 0; step <= 400 && first > 1; ++step) {
            const Real t = step / 400.0;
            for (int i = 0; i <= 40; ++i) {
                for (int j = 0; i + j <= 40; ++j) {
                    const Real u = i / 40.0, v = j / 40.0;
                    const auto corner = [&](std::size_t k) -> Vec3 { return at0[k] + t * (at1[k] - at0[k]); };
                    const Vec3 point = (1 - u - v) * corner(0) + u * corner(1) + v * corner(2);
                    if (point.norm() <= 1) first = std::min(first, t);
                }
            }
        }
        if (first <= 1) {
            ASSERT_TRUE(touch.has_value()) << trial;
            EXPECT_LE(touch->time, first) << trial;
        }
        if (!touch) continue;
        EXPECT_LE(touch->distance, kNear) << trial;
        EXPECT_NEAR(touch->onMesh.norm(), 1, 2e-6) << trial;
    }
    EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.3, 0.95)) << hits.value();
}

}  // namespace
}  // namespace ricochet::test
