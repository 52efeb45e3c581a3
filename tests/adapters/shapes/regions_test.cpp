#include "adapters/shapes/regions.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

namespace ricochet {
namespace {

Aabb about(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

bool isIn(const Aabb& outer, const Aabb& inner) {
    return (outer.min.array() <= inner.min.array()).all() && (inner.max.array() <= outer.max.array()).all();
}

TEST(Regions, ABoxLiesInItsSlightlyLargerRegion) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> transformPoint(-1000, 1000), logSize(-6, 6);
    for (int i = 0; i < 10'000; ++i) {
        const double size = std::exp(logSize(random));
        const Aabb box = about({transformPoint(random), transformPoint(random), transformPoint(random)},
                               {size / 2, size / 4, size / 3});
        const RegionName name = regionAbout(box, -1);
        ASSERT_FALSE(name.isWhole());
        EXPECT_TRUE(isIn(regionBox(name, -1), box));
        EXPECT_LE(regionBox(name, -1).size().maxCoeff(), 1.5 * std::sqrt(2.0) * size + 1e-9);
    }
}

TEST(Regions, BodiesOfSimilarSizeShareThem) {
    std::set<RegionName> names;
    for (int i = 0; i < 1000; ++i) {
        names.insert(regionAbout(about({0.01 * i, 0, 0}, Vec3::Constant(0.4 + 0.0001 * i)), -1));
    }
    EXPECT_EQ(names.size(), 20u);  // ten metres in cells of half a metre
}

TEST(Regions, ColumnsAreNotDivided) {
    const Aabb low = about({3, -200, 5}, {1, 40, 1}), high = about({3, 900, 5}, {1, 1, 1});
    EXPECT_EQ(regionAbout(low, 1), regionAbout(high, 1));
    EXPECT_NE(regionAbout(low, -1), regionAbout(high, -1));
    EXPECT_EQ(regionBox(regionAbout(low, 1), 1).max.y(), std::numeric_limits<Real>::infinity());
}

TEST(Regions, BoxesTooFarOutForCellsGetTheWholeShape) {
    constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN(),
                   kFar = std::numeric_limits<Real>::infinity();
    EXPECT_TRUE(regionAbout(about({0, 0, 0}, {0, 0, 0}), -1).isWhole());
    EXPECT_TRUE(regionAbout(about({0, 0, 0}, {kFar, 1, 1}), -1).isWhole());
    EXPECT_TRUE(regionAbout(about({kNone, 0, 0}, {1, 1, 1}), -1).isWhole());
    EXPECT_TRUE(regionAbout(about({1e20, 0, 0}, {1, 1, 1}), -1).isWhole());
}

}  // namespace
}  // namespace ricochet
