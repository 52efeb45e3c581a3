#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::scenes {
namespace {

class GearsScene : public testing::Test {
protected:
    void turnTo(double driver, double driven) {
        for (int i : {0, 1}) {
            const btScalar angle = btScalar(i == 0 ? driver : driven);
            btTransform pose = starts_[i];
            pose.setRotation(btQuaternion(btVector3(0, 0, 1), angle) * starts_[i].getRotation());
            scene_->bodies()[i].body->setCenterOfMassTransform(pose);
        }
        scene_->afterStep();
    }
    double measure(const std::string& name) const { return measuresOf(*scene_).at(name); }

    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("gears", stock_.world, stockOptions());
    const btTransform starts_[2] = {scene_->bodies()[0].body->getWorldTransform(),
                                    scene_->bodies()[1].body->getWorldTransform()};
};

TEST_F(GearsScene, TeethStartInGaps) {
    EXPECT_FALSE(intersect(scene_->bodies()[0], scene_->bodies()[1]));
    // Half a tooth on, and they do not.
    turnTo(M_PI / 20, 0);
    EXPECT_TRUE(intersect(scene_->bodies()[0], scene_->bodies()[1]));
}

TEST_F(GearsScene, MeshingGearsRotateWithoutContact) {
    for (int i = 0; i < 40; ++i) {
        turnTo(0.013 * i, -0.013 * i * 20 / 30);
        EXPECT_FALSE(intersect(scene_->bodies()[0], scene_->bodies()[1])) << i;
    }
}

TEST_F(GearsScene, MeasuresTheRatioAndTheTeethSkipped) {
    for (int i = 0; i < 600; ++i) turnTo(0.05 * i, -0.05 * i * 20 / 30 * 0.99);
    EXPECT_NEAR(measure("driver_turns"), 0.05 * 599 / (2 * M_PI), 1e-4);
    EXPECT_NEAR(measure("mean_ratio_error"), 0.01, 1e-4);
    EXPECT_EQ(measure("teeth_skipped"), 1);  // 0.01 of 95 teeth
}

TEST_F(GearsScene, RemovesItsHingesFromTheWorld) {
    EXPECT_EQ(stock_.world.getNumConstraints(), 2);
    scene_.reset();
    EXPECT_EQ(stock_.world.getNumConstraints(), 0);
}

TEST_F(GearsScene, AGearOffItsAxleIsLost) {
    btRigidBody& driven = *scene_->bodies()[1].body;
    EXPECT_EQ(scene_->placeOf(driven), Place::inside);
    putAt(driven, 2.5, 0.1, 0);
    EXPECT_EQ(scene_->placeOf(driven), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
