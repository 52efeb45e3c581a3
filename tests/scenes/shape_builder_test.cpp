#include "demos/scenes/shape_builder.h"

#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <numbers>

namespace ricochet::scenes {
namespace {

TEST(ShapeBuilder, ClosedPartsHaveTheTrianglesThatTheySayAndFaceOutwards) {
    ShapeBuilder shape;
    shape.addEllipsoid({1, 2, 3}, {1, 1, 1}, 20, 40);
    const SceneMesh sphere = shape.take();
    EXPECT_EQ(sphere.faces.size(), 2u * 20 * 40 + 2 * 40);
    EXPECT_EQ(whyNotClosed(sphere), "");
    EXPECT_NEAR(volumeOf(sphere), 4 * std::numbers::pi / 3, 0.1);
    EXPECT_LT((centreOfMassOf(sphere) - btVector3(1, 2, 3)).length(), 1e-5);

    shape.addLimb({0, 0, 0}, {0, 1, 0}, {0, 2, 0}, 0.1, 0.1, 4, 8);  // straight
    const SceneMesh limb = shape.take();
    EXPECT_EQ(limb.faces.size(), 2u * 4 * 8 + 2 * 8);
    EXPECT_EQ(whyNotClosed(limb), "");
    EXPECT_NEAR(volumeOf(limb), 2 * 4 * 0.01 * std::sin(std::numbers::pi / 4), 1e-6);

    // Upwards and downwards, so one of the two is turned.
    for (const double direction : {1.0, -1.0}) {
        shape.addClosedBand(
            3, 6, [=](double fraction, double turn) { return onCircle(turn, 1, direction * fraction); });
        const SceneMesh band = shape.take();
        EXPECT_EQ(whyNotClosed(band), "");
        EXPECT_GT(volumeOf(band), 2);
    }
}

TEST(ShapeBuilder, AClosedRingIsATorus) {
    ShapeBuilder shape;
    shape.addClosedRing(16, 32, [](double fraction, double turn) {
        const double angle = 2 * std::numbers::pi * fraction;
        return onCircle(turn, 1 + 0.3 * std::cos(angle), 0.3 * std::sin(angle));
    });
    const SceneMesh ring = shape.take();
    EXPECT_EQ(ring.faces.size(), 2u * 16 * 32);
    EXPECT_EQ(whyNotClosed(ring), "");
    EXPECT_NEAR(volumeOf(ring), 2 * std::numbers::pi * std::numbers::pi * 0.09, 0.06);
}

TEST(ShapeBuilder, LeavesAreTwoTrianglesOrAClosedBody) {
    ShapeBuilder shape;
    shape.addLeaf({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const SceneMesh loose = shape.take();
    EXPECT_EQ(loose.faces.size(), 2u);
    EXPECT_EQ(loose.vertices.size(), 6u);
    shape.addClosedLeaf({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const SceneMesh closed = shape.take();
    EXPECT_EQ(closed.faces.size(), 4u);
    EXPECT_EQ(whyNotClosed(closed), "");
    EXPECT_GT(volumeOf(closed), 0);
}

}  // namespace
}  // namespace ricochet::scenes
