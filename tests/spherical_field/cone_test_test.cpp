#include "algorithms/spherical_field/cone_test.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::spherical_field {
namespace {

bool contains(const TruncatedCone& cone, const Vec3& point) {
    const Real height = cone.axis.dot(point - cone.centre);
    const Real across = (point - cone.centre - height * cone.axis).norm();
    return cone.lower <= height && height <= cone.upper && across <= cone.radius * height;
}

TruncatedCone cone(const Vec3& centre, const Vec3& axis, Real lower, Real upper, Real radius) {
    return {centre, axis.normalized(), lower, upper, radius};
}

TEST(PaperConeTest, DecidesPlainCases) {
    const TruncatedCone up = cone({0, 0, 0}, {0, 0, 1}, 1, 2, 0.3);
    const auto answer = [&](const TruncatedCone& other) { return paperConeTest(up, other); };
    // Beside it, across it, on its axis, and along it.
    EXPECT_EQ(answer(cone({9, 0, 1}, {1, 0, 0}, 1, 2, 0.3)).rule, ConeRule::quickReject);
    EXPECT_FALSE(answer(cone({9, 0, 1}, {1, 0, 0}, 1, 2, 0.3)).meets);
    EXPECT_EQ(answer(cone({-1.5, 0, 1.5}, {1, 0, 0}, 1, 2, 0.3)).rule, ConeRule::quickAccept);
    EXPECT_TRUE(answer(cone({-1.5, 0, 1.5}, {1, 0, 0}, 1, 2, 0.3)).meets);
    EXPECT_EQ(answer(cone({0, 0, 1.5}, {0, 0, 1}, 1, 2, 0.3)).rule, ConeRule::intervals);
    EXPECT_FALSE(answer(cone({0, 0, 1.5}, {0, 0, 1}, 1, 2, 0.3)).meets);
    EXPECT_TRUE(answer(cone({0, 0, 0.5}, {0, 0, 1}, 1, 2, 0.3)).meets);
    EXPECT_EQ(answer(cone({5, 0, 0}, {0, 0, 1}, 1, 2, 0.3)).rule, ConeRule::parallel);
    EXPECT_FALSE(answer(cone({5, 0, 0}, {0, 0, 1}, 1, 2, 0.3)).meets);
    EXPECT_TRUE(answer(cone({0.5, 0, 0}, {0, 0, 1}, 1, 2, 0.3)).meets);
    EXPECT_TRUE(answer(cone({0, 0, 3}, {0, 0.01, -1}, 1, 2, 0.3)).meets) << "opposite directions";
}

TEST(PaperConeTest, TheSectionLosesAPairWithACommonPoint) {
    const TruncatedCone a = cone({0, 0, 0}, {0.862856, -0.357407, -0.357407}, 0.4271, 0.6808, 0.58579);
    const TruncatedCone b =
        cone({0.135690, 0.021058, -0.474389}, {0.053782, -0.998550, 0.002400}, 0.2271, 0.4207, 0.58579);
    const Vec3 common(0.289800, -0.324250, -0.346620);
    EXPECT_TRUE(contains(a, common) && contains(b, common));
    EXPECT_FALSE(paperConeTest(a, b).meets);
    EXPECT_EQ(paperConeTest(a, b).rule, ConeRule::section);
    EXPECT_TRUE(capsulesMeet(a, b) && spheresMeet(a, b));
}

TEST(PaperConeTest, MovedPointsLoseAPairWithACommonPoint) {
    const TruncatedCone a = cone({0, 0, 0}, {1, 0, 0}, 0.3592, 0.5540, 0.15194);
    const TruncatedCone b =
        cone({0.18337, -0.01946, 0.05001}, {0.964379, -0.024293, -0.263407}, 0.3310, 0.3868, 0.15194);
    const Vec3 common(0.53266, -0.05304, -0.02697);
    EXPECT_TRUE(contains(a, common) && contains(b, common));
    EXPECT_FALSE(paperConeTest(a, b).meets);
    EXPECT_EQ(paperConeTest(a, b).rule, ConeRule::quickReject);
    EXPECT_TRUE(capsulesMeet(a, b) && spheresMeet(a, b));
}

TEST(GrownCone, ContainsEveryPointUpToTheDistance) {
    Random random(18);
    for (int trial = 0; trial < 20000; ++trial) {
        const Real lower = uniform(random, 0, 2), radius = uniform(random, 0.01, 1.42);
        const TruncatedCone small =
            cone(randomPoint(random), randomPoint(random), lower, lower + uniform(random, 0, 1), radius);
        const Real by = uniform(random, 0, 0.5), height = uniform(random, small.lower, small.upper);
        const Vec3 across = height * radius * randomPoint(random).normalized();
        const Vec3 inside = small.centre + height * small.axis + across - across.dot(small.axis) * small.axis;
        const Vec3 point = inside + uniform(random, 0, 0.999) * by * randomPoint(random).normalized();
        EXPECT_TRUE(contains(grown(small, by), point));
        const Vec3 ahead = small.centre + (small.upper + 1.001 * by + 1e-6) * small.axis;
        EXPECT_FALSE(contains(grown(small, by), ahead));
    }
}

/// Two cones about a common point, as wide as those of a level.
struct CommonPoint {
    TruncatedCone a, b;
};

TruncatedCone coneThrough(Random& random, const Vec3& point, Real radius) {
    const Vec3 away = randomPoint(random).normalized();
    const Real height = uniform(random, 0.2, 1);
    const Vec3 across = away.unitOrthogonal();
    const Real turn = uniform(random, 0, 6.28);
    const Vec3 sideways = std::cos(turn) * across + std::sin(turn) * away.cross(across);
    const Vec3 foot = point - uniform(random, 0, 0.999) * radius * height * sideways;
    const Real lower = uniform(random, 0.3, 1) * height;
    return {foot - height * away, away, lower, height + uniform(random, 0, 0.3), radius};
}

TEST(PaperConeTest, LosesSomeOfManyPairsWithACommonPointAndTheOthersNone) {
    Random random(8);
    int lost[3] = {0, 0, 0};  // by the section, by moved points, by the parallel case: that is rare here
    constexpr int kTrials = 60000;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Real radius = trial % 2 == 0 ? 0.58579 : 0.15194;
        const Vec3 point = randomPoint(random);
        const TruncatedCone a = coneThrough(random, point, radius), b = coneThrough(random, point, radius);
        ASSERT_TRUE(contains(a, point) && contains(b, point));
        ASSERT_TRUE(capsulesMeet(a, b));
        ASSERT_TRUE(spheresMeet(a, b));
        const ConeAnswer answer = paperConeTest(a, b);
        if (answer.meets) continue;
        lost[answer.rule == ConeRule::section ? 0 : answer.rule == ConeRule::parallel ? 2 : 1]++;
    }
    EXPECT_GT(lost[0], 0);
    EXPECT_GT(lost[1], 0);
    EXPECT_LT(lost[0] + lost[1] + lost[2], kTrials / 20);
}

TEST(ConeTests, SeparateSomeConesThatAreApart) {
    Random random(9);
    int apart[3] = {0, 0, 0};
    for (int trial = 0; trial < 2000; ++trial) {
        const TruncatedCone a = coneThrough(random, randomPoint(random, 2), 0.15194);
        const TruncatedCone b = coneThrough(random, randomPoint(random, 2), 0.15194);
        apart[0] += !paperConeTest(a, b).meets;
        apart[1] += !capsulesMeet(a, b);
        apart[2] += !spheresMeet(a, b);
    }
    for (const int count : apart) EXPECT_GT(count, 1200);
}

}  // namespace
}  // namespace ricochet::spherical_field
