#include "algorithms/closest_features/flat_cover.h"

#include "tests/support/build_kind.h"
#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet::test {
namespace {

using Triangles = std::vector<FlatTriangle>;

constexpr int kCovers = kIsSlowBuild ? 30 : 150;

const std::vector<Vec2> kSquare = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};

FlatTriangle oriented(Vec2 a, Vec2 b, Vec2 c) {
    if (orient2d(a, b, c) < 0) std::swap(b, c);
    return {a, b, c};
}

bool oracle(const Triangles& triangles, const std::vector<Vec2>& polygon) {
    const auto raised = [](const Vec2& p) { return Vec3(p.x(), p.y(), 0); };
    std::vector<Triangle> solid;
    for (const FlatTriangle& t : triangles) solid.push_back({raised(t[0]), raised(t[1]), raised(t[2])});
    std::vector<Vec3> outline;
    for (const Vec2& p : polygon) outline.push_back(raised(p));
    return rational::coversPolygon(solid, outline, 2);
}

TEST(FlatCover, TwoTrianglesCoverASquareAndOneDoesNot) {
    const FlatTriangle low = {Vec2(0, 0), Vec2(4, 0), Vec2(4, 4)},
                       high = {Vec2(0, 0), Vec2(4, 4), Vec2(0, 4)};
    EXPECT_TRUE(covers(Triangles{low, high}, kSquare));
    EXPECT_FALSE(covers(Triangles{low}, kSquare));
    EXPECT_FALSE(covers(Triangles{}, kSquare));
}

TEST(FlatCover, DifferentlyDividedSidesCover) {
    // the diagonal is one side from below, and two from above
    const Triangles triangles = {{Vec2(0, 0), Vec2(4, 0), Vec2(4, 4)},
                                 {Vec2(0, 0), Vec2(2, 2), Vec2(0, 4)},
                                 {Vec2(2, 2), Vec2(4, 4), Vec2(0, 4)}};
    EXPECT_TRUE(covers(triangles, kSquare));
}

TEST(FlatCover, AHoleOfAnySizeIsFound) {
    // eight triangles about a square hole, of the size of a rounding error at last
    for (const Real half : {1.0, 1e-3, 1e-9, 0x1p-52}) {
        const Vec2 a(2 - half, 2 - half), b(2 + half, 2 - half), c(2 + half, 2 + half), d(2 - half, 2 + half);
        const Triangles ring = {oriented({0, 0}, {4, 0}, b), oriented({0, 0}, b, a),
                                oriented({4, 0}, {4, 4}, c), oriented({4, 0}, c, b),
                                oriented({4, 4}, {0, 4}, d), oriented({4, 4}, d, c),
                                oriented({0, 4}, {0, 0}, a), oriented({0, 4}, a, d)};
        EXPECT_FALSE(covers(ring, kSquare)) << half;
        Triangles closed = ring;
        closed.push_back(oriented(a, b, c));
        EXPECT_FALSE(covers(closed, kSquare)) << half;
        closed.push_back(oriented(a, c, d));
        EXPECT_TRUE(covers(closed, kSquare)) << half;
    }
}

TEST(FlatCover, TrianglesThatCrossEachOtherCoverTogether) {
    // both diagonals' halves: each pair of sides crosses in the middle
    const Triangles crossing = {{Vec2(0, 0), Vec2(4, 0), Vec2(0, 4)},
                                {Vec2(4, 0), Vec2(4, 4), Vec2(0, 0)},
                                {Vec2(4, 4), Vec2(0, 4), Vec2(1, 1)}};
    EXPECT_EQ(covers(crossing, kSquare), oracle(crossing, kSquare));
    EXPECT_TRUE(covers(crossing, kSquare));
    const Triangles open = {crossing[0], crossing[1]};
    EXPECT_FALSE(covers(open, kSquare));
}

/// Cuts triangles at random points inside or on their sides, but not the adjacent triangles.
void subdivide(Random& random, Triangles& triangles, int times) {
    for (int i = 0; i < times; ++i) {
        const auto at = static_cast<std::size_t>(pick(random, static_cast<int>(triangles.size())));
        const FlatTriangle t = triangles[at];
        const int k = pick(random, 3);
        const Vec2 &a = t[k], &b = t[(k + 1) % 3], &c = t[(k + 2) % 3];
        const Vec2 middle = 0.5 * (a + b);  // exact where coordinates are whole numbers of small parts
        if (orient2d(middle, b, c) <= 0 || orient2d(a, middle, c) <= 0) continue;
        triangles[at] = {middle, b, c};
        triangles.push_back({a, middle, c});
    }
}

TEST(FlatCover, AgreesWithRationalCutsOnSubdividedShuffledAndBrokenSquares) {
    Random random(71);
    HitRate covered;
    for (int trial = 0; trial < kCovers; ++trial) {
        Triangles triangles = {{Vec2(0, 0), Vec2(4, 0), Vec2(4, 4)}, {Vec2(0, 0), Vec2(4, 4), Vec2(0, 4)}};
        subdivide(random, triangles, 1 + pick(random, 25));
        if (pick(random, 2))
            triangles.erase(triangles.begin() + pick(random, static_cast<int>(triangles.size())));
        if (pick(random, 2)) {  // a patch over it, anywhere
            const auto corner = [&] { return Vec2(0.5 * pick(random, 9), 0.5 * pick(random, 9)); };
            const Vec2 a = corner(), b = corner(), c = corner();
            if (orient2d(a, b, c) != 0) triangles.push_back(oriented(a, b, c));
        }
        std::shuffle(triangles.begin(), triangles.end(), random);
        const bool answer = covers(triangles, kSquare);
        ASSERT_EQ(answer, oracle(triangles, kSquare)) << trial;
        covered.count(answer);
    }
    EXPECT_TRUE(covered.isBetween(0.3, 0.7)) << covered.value();
}

TEST(FlatCover, AgreesWithRationalCutsOnRandomTrianglesThatCross) {
    Random random(72);
    const std::vector<Vec2> polygon = {{0, 0}, {3, -1}, {5, 2}, {3, 5}, {-1, 3}};
    HitRate covered;
    for (int trial = 0; trial < kCovers; ++trial) {
        Triangles triangles;
        for (int i = 0; i < 16; ++i) {
            // corners of the polygon, and points of its sides and within, none of them round
            const auto point = [&] {
                const auto k = static_cast<std::size_t>(pick(random, 5));
                if (pick(random, 4)) return polygon[k];
                const auto j = static_cast<std::size_t>(pick(random, 5));
                return Vec2(polygon[k] + uniform(random, 0.1, 0.9) * (0.9 * polygon[j] - 0.9 * polygon[k]));
            };
            const Vec2 a = point(), b = point(), c = point();
            if (orient2d(a, b, c) != 0) triangles.push_back(oriented(a, b, c));
        }
        const auto isInside = [&](const Vec2& p) {
            for (std::size_t k = 0; k < 5; ++k) {
                if (orient2d(polygon[k], polygon[(k + 1) % 5], p) < 0) return false;
            }
            return true;
        };
        std::erase_if(triangles,
                      [&](const FlatTriangle& t) { return !std::all_of(t.begin(), t.end(), isInside); });
        const bool answer = covers(triangles, polygon);
        ASSERT_EQ(answer, oracle(triangles, polygon)) << trial;
        covered.count(answer);
    }
    EXPECT_TRUE(covered.isBetween(0.1, 0.9)) << covered.value();
}

}  // namespace
}  // namespace ricochet::test
