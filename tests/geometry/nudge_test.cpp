#include "algorithms/geometry/nudge.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// A nudge so small that on a lattice of small whole numbers nothing else changes.
Vec3 displacementOf(const Nudge& nudge) {
    Vec3 vector = Vec3::Zero();
    for (std::size_t level = 0; level < 3; ++level) {
        vector[nudge.axes[level]] = nudge.signs[level] * std::ldexp(1.0, -12 - 14 * static_cast<int>(level));
    }
    return vector;
}

Nudge randomNudge(Random& random) { return nudgeAlong(randomLatticePoint(random, 3) + Vec3(0.1, -0.2, 0.3)); }

TEST(Nudge, IsGreatestAlongTheLongestAxis) {
    const Nudge nudge = nudgeAlong(Vec3(-1, 5, 2));
    EXPECT_EQ(nudge.axes, (std::array{1, 2, 0}));
    EXPECT_EQ(nudge.signs, (std::array{1, 1, -1}));
    EXPECT_EQ((-nudge).axes, nudge.axes);
    EXPECT_EQ((-nudge).signs, (std::array{-1, -1, 1}));
}

TEST(Nudge, PointsAgreeWithASmallDisplacement) {
    Random random(1);
    int zeros = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Triangle face = {randomLatticePoint(random, 2), randomLatticePoint(random, 2),
                               randomLatticePoint(random, 2)};
        const Vec3 point = pick(random, 3) == 0 ? face[0] : randomLatticePoint(random, 2);
        const Nudge nudge = randomNudge(random);
        const PlaneThrough plane(face[0], face[1], face[2]);
        EXPECT_EQ(sideOf(plane, face, point, nudge), plane.sideOf(point + displacementOf(nudge)));
        zeros += plane.sideOf(point) == 0;
    }
    EXPECT_GT(zeros, 2000);
}

TEST(Nudge, EdgesAgreeWithASmallDisplacement) {
    Random random(2);
    int zeros = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Vec3 a = randomLatticePoint(random, 2), b = randomLatticePoint(random, 2);
        const Vec3 c = pick(random, 3) == 0 ? a : randomLatticePoint(random, 2);
        const Vec3 d = randomLatticePoint(random, 2);
        const Nudge nudge = randomNudge(random);
        const Vec3 vector = displacementOf(nudge);
        EXPECT_EQ(orientEdges(a, b, c, d, nudge), orient3d(a + vector, b + vector, c, d));
        EXPECT_EQ(orientEdges(a, b, d, c, nudge), -orientEdges(a, b, c, d, nudge));
        zeros += orient3d(a, b, c, d) == 0;
    }
    EXPECT_GT(zeros, 2000);
}

}  // namespace
}  // namespace ricochet
