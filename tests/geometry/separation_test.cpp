#include "algorithms/geometry/separation.h"

#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

std::vector<Vec3> pointsAround(Random& random, const Vec3& centre) {
    std::vector<Vec3> points;
    for (int i = 0; i < 6; ++i) points.push_back(centre + randomPoint(random));
    return points;
}

TEST(Separation, NeverSeparatesHullsThatMeet) {
    Random random(21);
    HitRate meets;
    int undecided = 0, apart = 0;
    for (int i = 0; i < 1500; ++i) {
        const auto a = pointsAround(random, Vec3::Zero());
        const auto b = pointsAround(random, randomPoint(random, 1.2));
        const bool meet = rational::hullsMeet(a, b);
        const bool separated = areHullsSeparated(a, b, 0);
        if (meet) {
            EXPECT_FALSE(separated);
        }
        apart += !meet;
        undecided += !meet && !separated;
        meets.count(meet);
    }
    EXPECT_TRUE(meets.isBetween(0.3, 0.7)) << meets.value();
    EXPECT_LT(undecided, apart / 20);  // that is the price of a search that stops
}

TEST(Separation, NeverSeparatesLatticeHullsThatTouch) {
    Random random(22);
    HitRate meets;
    for (int i = 0; i < 1500; ++i) {
        std::vector<Vec3> a, b;
        for (int k = 0; k < 4; ++k) a.push_back(randomLatticePoint(random, 3));
        for (int k = 0; k < 4; ++k) b.push_back(randomLatticePoint(random, 3) + Vec3(1, 1, 0));
        const bool meet = rational::hullsMeet(a, b);
        if (meet) {
            EXPECT_FALSE(areHullsSeparated(a, b, 0));
        }
        meets.count(meet);
    }
    EXPECT_TRUE(meets.isBetween(0.2, 0.8)) << meets.value();
}

TEST(Separation, RespectsTheDistance) {
    const std::vector<Vec3> a = {Vec3(0, 0, 0), Vec3(1, 0, 0)}, b = {Vec3(0, 0, -1), Vec3(1, 1, -1)};
    const Vec3 longAxis(0, 0, 7);
    EXPECT_TRUE(isSeparatedAlong(longAxis, a, b, 0.999));
    EXPECT_FALSE(isSeparatedAlong(longAxis, a, b, 1));
    EXPECT_FALSE(isSeparatedAlong(-longAxis, a, b, 0));
}

}  // namespace
}  // namespace ricochet
