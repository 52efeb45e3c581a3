#include "demos/scenes/bullets.h"

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::scenes {
namespace {

class BulletsScene : public testing::Test {
protected:
    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("bullets", stock_.world, stockOptions());
    btRigidBody& shard_ = *scene_->bodies()[1].body;
};

TEST_F(BulletsScene, ShardsAreFastAndSpin) {
    EXPECT_EQ(scene_->bodies().size(), 28u);
    btScalar fastest = 0, spin = 0;
    for (std::size_t i = 1; i < scene_->bodies().size(); ++i) {
        const btRigidBody& shard = *scene_->bodies()[i].body;
        EXPECT_GE(shard.getLinearVelocity().length(), 9.99);
        fastest = std::max(fastest, shard.getLinearVelocity().length());
        spin = std::max(spin, shard.getAngularVelocity().length());
    }
    EXPECT_GT(fastest, 150);
    EXPECT_LE(fastest, 200.01);
    EXPECT_GT(spin, 35);
    EXPECT_LE(spin, 47.01);
}

TEST_F(BulletsScene, ShardsAreFiredAgainAfterAVolley) {
    const btVector3 start = shard_.getCenterOfMassPosition();
    for (int step = 0; step < kVolleySteps; ++step) {
        scene_->beforeStep();
        putAt(shard_, 5, 0, 0);
    }
    EXPECT_EQ(scene_->placeOf(shard_), Place::through);
    scene_->beforeStep();
    EXPECT_EQ(scene_->placeOf(shard_), Place::inside);
    EXPECT_LT((shard_.getCenterOfMassPosition() - start).length(), 0.4);
}

TEST_F(BulletsScene, AShardBehindAWallHasPassedThrough) {
    putAt(shard_, 0.99, 0, 0);
    EXPECT_EQ(scene_->placeOf(shard_), Place::inside);
    putAt(shard_, 0, -1.01, 0);
    EXPECT_EQ(scene_->placeOf(shard_), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
