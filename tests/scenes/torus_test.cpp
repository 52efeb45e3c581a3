#include "demos/scenes/landscape.h"
#include "tests/scenes/mesh_check.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

TEST(WrinkledTorus, HasAWideHole) {
    for (const btVector3& v : wrinkledTorus().vertices) EXPECT_GT(distanceFromYAxis(v), 1);
}

TEST(Landscape, HasAStalagmiteTeethAndDimples) {
    double peak = 0, teeth = 0, dimples = 0;
    for (const btVector3& v : landscapeMesh().vertices) {
        peak = std::max(peak, double(v.y()));
        if (distanceFromYAxis(v) > 2) teeth = std::max(teeth, double(v.y()));
        if (v.y() > kLandscapeBase) dimples = std::min(dimples, double(v.y()));
    }
    EXPECT_NEAR(peak, kStalagmiteHeight, 0.15);
    EXPECT_GT(teeth, 0.6);
    EXPECT_LT(dimples, -0.2);
    EXPECT_GT(dimples, -0.5);
}

class TorusScene : public testing::Test {
protected:
    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("torus", stock_.world, stockOptions());
    btRigidBody& ring_ = *scene_->bodies().back().body;
};

TEST_F(TorusScene, StartsThreadedOnTheStalagmite) {
    const btVector3 position = ring_.getCenterOfMassPosition();
    EXPECT_LT(distanceFromYAxis(position), 0.1);
    EXPECT_LT(position.y(), kStalagmiteHeight);
    EXPECT_GT(position.y(), 2);
    // Its axis is nearly upright.
    EXPECT_GT(ring_.getWorldTransform().getBasis()[1][1], 0.9);
}

TEST_F(TorusScene, ARingInTheGroundOrBesideItIsLost) {
    putAt(ring_, 0, 0.3, 0);
    EXPECT_EQ(scene_->placeOf(ring_), Place::inside);
    putAt(ring_, 0, -0.6, 0);
    EXPECT_EQ(scene_->placeOf(ring_), Place::through);
    putAt(ring_, 6.1, 1, 0);
    EXPECT_EQ(scene_->placeOf(ring_), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
