#include "algorithms/closest_features/polytope.h"

#include "tests/closest_features/polytopes.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test {
namespace {

TEST(Polytope, BodiesOfAllKindsAreValid) {
    for (const NamedPolytope& p : allPolytopes()) {
        EXPECT_TRUE(isValid(p.polytope)) << p.name;
        EXPECT_EQ(p.polytope.dimension, 3) << p.name;
    }
}

TEST(Polytope, FlatSidesAreOneFace) {
    const Polytope cube = polytopeOf(boxPoints({1, 2, 3}));
    EXPECT_EQ(cube.faces.size(), 6u);
    EXPECT_EQ(cube.edges.size(), 12u);
    const Polytope prism = polytopeOf(prismPoints(16, 1, 1));
    EXPECT_EQ(prism.faces[0].count == 16 || prism.faces.size() >= 18, true);
}

TEST(Polytope, PointsWithinSidesAndEdgesAreNotVertices) {
    std::vector<Vec3> points;
    for (int x = 0; x < 3; ++x) {
        for (int y = 0; y < 3; ++y) {
            for (int z = 0; z < 3; ++z) points.emplace_back(x, y, z);
        }
    }
    points.insert(points.end(), points.begin(), points.end());  // and each twice
    const Polytope cube = polytopeOf(points);
    EXPECT_TRUE(isValid(cube));
    EXPECT_EQ(cube.vertices.size(), 8u);
    EXPECT_EQ(cube.faces.size(), 6u);
    for (Index v = 0; v < 8; ++v) EXPECT_EQ(points[cube.sources[v]], cube.vertices[v]);
}

TEST(Polytope, FewerDimensionsHaveFewerFeatures) {
    for (const NamedPolytope& p : flatPolytopes()) EXPECT_TRUE(isValid(p.polytope)) << p.name;
    const auto flat = flatPolytopes();
    EXPECT_EQ(flat[0].polytope.vertices.size(), 4u);
    EXPECT_EQ(flat[1].polytope.edges.size(), 3u);
    EXPECT_EQ(flat[2].polytope.dimension, 1);
    EXPECT_EQ(flat[4].polytope.dimension, 0);
}

TEST(Polytope, NoPointsAndPointsThatAreNotFiniteAreRefused) {
    EXPECT_FALSE(buildPolytope({}).has_value());
    const std::vector<Vec3> points = {{0, 0, 0}, {1, std::numeric_limits<Real>::quiet_NaN(), 0}};
    EXPECT_EQ(buildPolytope(points).error(), "point 1 is not finite");
}

TEST(Polytope, TenThousandLatticePointsOfASphereMakeAValidHull) {
    Random random(3);
    std::vector<Vec3> points;
    while (points.size() < 10000) {
        const Vec3 p = randomLatticePoint(random, 40);
        if ((p - Vec3::Constant(20)).norm() <= 20) points.push_back(p);
    }
    EXPECT_TRUE(isValid(polytopeOf(points)));
}

TEST(Polytope, ClimbingFindsTheFarthestVertex) {
    Random random(4);
    for (const NamedPolytope& p : allPolytopes()) {
        for (int trial = 0; trial < 200; ++trial) {
            const Vec3 direction = randomPoint(random).normalized();
            Real maximum = -std::numeric_limits<Real>::infinity();
            for (const Vec3& v : p.polytope.vertices) maximum = std::max(maximum, direction.dot(v));
            const Index from = static_cast<Index>(pick(random, static_cast<int>(p.polytope.vertices.size())));
            const Index found = farthestVertex(p.polytope, direction, from);
            EXPECT_NEAR(direction.dot(p.polytope.vertices[found]), maximum, 1e-15) << p.name;
        }
    }
}

}  // namespace
}  // namespace ricochet::test
