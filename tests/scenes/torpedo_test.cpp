#include "demos/scenes/pivot_mesh.h"
#include "demos/scenes/torpedo_mesh.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

SceneMesh pivotWithoutItsLastFace() {
    SceneMesh mesh = pivotMesh();
    mesh.faces.pop_back();
    return mesh;
}

TEST(TorpedoMesh, DoesNotIntersectItself) { EXPECT_EQ(selfIntersections(torpedoMesh()), 0u); }

TEST(TorpedoMesh, HasItsLengthAndRadius) {
    btScalar widest = 0, length = 0;
    for (const btVector3& v : torpedoMesh().vertices) {
        widest = std::max(widest, std::hypot(v.y(), v.z()));
        length = std::max(length, std::abs(v.x()));
    }
    EXPECT_NEAR(widest, kTorpedoRadius, 1e-6);
    EXPECT_NEAR(length, kTorpedoLength / 2, 1e-6);
}

TEST(PivotMesh, DoesNotIntersectItself) { EXPECT_EQ(selfIntersections(pivotWithoutItsLastFace()), 0u); }

TEST(PivotMesh, HasAnOddFaceCountDueToOneDegenerateFace) {
    const SceneMesh mesh = pivotMesh();
    EXPECT_EQ(mesh.faces.size(), 44921u);
    const auto& [a, b, c] = mesh.faces.back();
    EXPECT_EQ(a, b);
    EXPECT_EQ(b, c);
    EXPECT_EQ(whyNotClosed(pivotWithoutItsLastFace()), "");
}

TEST(PivotMesh, StandsOnTheGround) {
    btScalar lowest = 1;
    for (const btVector3& v : pivotMesh().vertices) lowest = std::min(lowest, v.y());
    EXPECT_NEAR(lowest, 0, 1e-6);
}

TEST(TorpedoScene, StartsAboveTheRollersInLineWithThem) {
    for (unsigned seed = 1; seed < 6; ++seed) {
        StockWorld stock;
        const auto scene = makeScene("torpedo", stock.world, stockOptions("", seed));
        ASSERT_EQ(scene->bodies().size(), 2u);
        const btTransform& start = scene->bodies()[1].body->getWorldTransform();
        EXPECT_NEAR(start.getOrigin().y(), kCradleHeight + 0.08, 1e-6);
        EXPECT_GT(start.getBasis()[0][0], 0.9999);
        EXPECT_FALSE(intersect(scene->bodies()[0], scene->bodies()[1])) << "seed " << seed;
    }
}

TEST(TorpedoScene, ATorpedoBesideItsRollersOrUnderThemIsLost) {
    StockWorld stock;
    const auto scene = makeScene("torpedo", stock.world, stockOptions());
    btRigidBody& torpedo = *scene->bodies()[1].body;
    putAt(torpedo, 0, kCradleHeight, 0);
    EXPECT_EQ(scene->placeOf(torpedo), Place::inside);
    putAt(torpedo, 0, kCradleHeight, 0.2);
    EXPECT_EQ(scene->placeOf(torpedo), Place::through);
    putAt(torpedo, 0, kCradleHeight - 0.2, 0);
    EXPECT_EQ(scene->placeOf(torpedo), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
