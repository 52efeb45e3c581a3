#include "demos/app/penetration.h"

#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <numbers>

namespace ricochet::app {
namespace {

Pose at(const Vec3& translation, const Vec3& turn = Vec3::Zero()) {
    Pose pose;
    if (turn.norm() > 0) pose.rotation = Eigen::AngleAxis(turn.norm(), turn.normalized()).toRotationMatrix();
    pose.translation = translation;
    return pose;
}

/// The poses of both, moved together: the depth must not change.
Real movedPenetration(const Solid& a, const Pose& aToWorld, const Solid& b, const Pose& bToWorld) {
    const Pose motion = at({3, -20, 7}, {0.3, -1.1, 0.8});
    const auto moved = [&](const Pose& pose) {
        return Pose{motion.rotation * pose.rotation, motion.rotation * pose.translation + motion.translation};
    };
    return penetration(a, moved(aToWorld), b, moved(bToWorld));
}

TEST(Penetration, OfStackedBoxesIsTheirOverlap) {
    const Solid large(*boxMesh({-2, -2, -2}, {2, 2, 2})), small(*boxMesh({-1, -1, -1}, {1, 1, 1}));
    for (Real overlap : {0.001, 0.05, 0.4}) {
        const Pose above = at({0.1, 0.2, 3 - overlap});
        EXPECT_NEAR(penetration(large, at({0, 0, 0}), small, above), overlap, 1e-9);
        EXPECT_NEAR(movedPenetration(small, above, large, at({0, 0, 0})), overlap, 1e-9);
    }
}

TEST(Penetration, OfSeparateBoxesIsZero) {
    const Solid box(*boxMesh({-1, -1, -1}, {1, 1, 1}));
    EXPECT_EQ(penetration(box, at({0, 0, 0}), box, at({0, 0, 2.001})), 0);
    EXPECT_EQ(penetration(box, at({0, 0, 0}), box, at({1.9, 1.9, 0}, {0, 0, std::numbers::pi / 4})), 0);
    EXPECT_EQ(penetration(box, at({0, 0, 0}), box, at({50, 0, 0})), 0);
}

TEST(Penetration, OfBoxesThatTouchIsZero) {
    const Solid box(*boxMesh({-1, -1, -1}, {1, 1, 1}));
    EXPECT_NEAR(penetration(box, at({0, 0, 0}), box, at({0, 0, 2})), 0, 1e-9);
    EXPECT_NEAR(penetration(box, at({0, 0, 0}), box, at({0.3, 0.4, 2})), 0, 1e-9);
}

TEST(Penetration, OfCrossedEdgesHasNoVertexInside) {
    // The edges of two boxes on end cross at right angles, 0.1 deep: the middle of each edge's inner part is
    // deepest, at the depth in a corner of 90 degrees.
    const Solid box(*boxMesh({-1, -1, -1}, {1, 1, 1}));
    const Real quarter = std::numbers::pi / 4, height = std::numbers::sqrt2;
    const Pose below = at({0, 0, 0}, {quarter, 0, 0}), above = at({0, 0, 2 * height - 0.1}, {0, quarter, 0});
    EXPECT_NEAR(penetration(box, below, box, above), 0.1 / std::numbers::sqrt2, 1e-3);
}

TEST(Penetration, OfASphereInASphereIsItsDeepestPoint) {
    const Solid large(*test::sphereMesh(120, 61, 2)), small(*test::sphereMesh(40, 22, 0.5));
    // Entirely inside, no faces cross: the opposite side of the small one is deepest.
    EXPECT_NEAR(penetration(large, at({0, 0, 0}), small, at({1, 0, 0})), 1.5, 0.01);
    // Through the surface.
    EXPECT_NEAR(penetration(large, at({0, 0, 0}), small, at({2.4, 0, 0})), 0.1, 0.005);
    // The small one outside.
    EXPECT_EQ(penetration(large, at({0, 0, 0}), small, at({2.51, 0, 0})), 0);
}

TEST(Penetration, OfLinkedToriThatDoNotTouchIsZero) {
    const Solid torus(*torusMesh(2, 0.5, 48, 24));
    const Pose linked = at({2, 0, 0}, {std::numbers::pi / 2, 0, 0});
    EXPECT_EQ(penetration(torus, at({0, 0, 0}), torus, linked), 0);
    EXPECT_EQ(movedPenetration(torus, at({0, 0, 0}), torus, linked), 0);
}

TEST(Penetration, OfLinkedToriIsTheOverlapOfTheirTubes) {
    // The tube of one is 0.1 deep in the inner side of the other's.
    const Solid torus(*torusMesh(2, 0.5, 192, 96));
    const Pose linked = at({3.1, 0, 0}, {std::numbers::pi / 2, 0, 0});
    EXPECT_NEAR(penetration(torus, at({0, 0, 0}), torus, linked), 0.1, 0.005);
}

TEST(Penetration, OfABodyInTheHoleOfAnotherIsZero) {
    const Solid torus(*torusMesh(2, 0.5, 48, 24)), small(*test::sphereMesh(16, 10, 0.5));
    EXPECT_EQ(penetration(torus, at({0, 0, 0}), small, at({0, 0, 0})), 0);
}

TEST(Penetration, SurvivesBodiesAtTheSamePlace) {
    const Solid torus(*torusMesh(2, 0.5, 48, 24));
    EXPECT_NEAR(penetration(torus, at({0, 0, 0}), torus, at({0, 0, 0})), 0, 0.51);
}

}  // namespace
}  // namespace ricochet::app
