#include "demos/app/solid.h"

#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ricochet::app {
namespace {

TEST(Solid, DistinguishesInsideAndOutsideOfATorus) {
    const Solid torus(*torusMesh(2, 0.5, 48, 64));
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> coordinate(-2.6, 2.6);
    int inside = 0;
    for (int i = 0; i < 3000; ++i) {
        const Vec3 point(coordinate(random), coordinate(random), coordinate(random) / 5);
        const Real depth = 0.5 - std::hypot(std::hypot(point.x(), point.y()) - 2, point.z());
        if (std::abs(depth) < 0.01) continue;  // between the torus and its facets
        EXPECT_EQ(torus.contains(point), depth > 0) << point.transpose();
        inside += depth > 0;
    }
    EXPECT_GT(inside, 900);
    EXPECT_LT(inside, 2100);
}

TEST(Solid, MeasuresTheDistanceToItsSurface) {
    const Solid box(*boxMesh({-1, -2, -3}, {1, 2, 3}));
    EXPECT_DOUBLE_EQ(box.distance({0, 0, 0}, 0), 1);
    EXPECT_DOUBLE_EQ(box.distance({0, 1.75, 0}, 0), 0.25);
    EXPECT_DOUBLE_EQ(box.distance({4, 6, 3}, 0), 5);
    EXPECT_DOUBLE_EQ(box.distance({1, 2, 3}, 0), 0);
}

TEST(Solid, MayStopAtASufficientDistance) {
    const Solid torus(*torusMesh(2, 0.5, 48, 64));
    const Real exact = torus.distance({5, 0, 0}, 0);
    EXPECT_NEAR(exact, 2.5, 0.01);
    const Real rough = torus.distance({5, 0, 0}, 4);
    EXPECT_GE(rough, exact);
    EXPECT_LE(rough, 4);
}

TEST(Solid, JoinsVerticesAtTheSamePlace) {
    const auto box = boxMesh({-1, -1, -1}, {1, 1, 1});
    const Solid soup(*unshared(*box));
    EXPECT_EQ(soup.vertices().size(), 8u);
    EXPECT_EQ(soup.edges().size(), 18u);
}

}  // namespace
}  // namespace ricochet::app
