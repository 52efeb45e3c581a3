#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace ricochet::scenes {
namespace {

constexpr double kPitch = 0.2, kStep = 1 / 60.0;

class NutBoltScene : public testing::Test {
protected:
    /// Moves the nut down by `pitches` and round by `turns` from its start, at `speed` rad/s, and lets the
    /// scene measure.
    void moveNut(double pitches, double turns, double speed) {
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(-2 * M_PI * turns));
        const btVector3 down(0, btScalar(-kPitch * pitches), 0);
        nut_.setCenterOfMassTransform(btTransform(turn * start_.getRotation(), start_.getOrigin() + down));
        nut_.setAngularVelocity(btVector3(0, btScalar(-speed), 0));
        scene_->afterStep();
    }
    double measure(const std::string& name) const { return measuresOf(*scene_).at(name); }

    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("nut-bolt", stock_.world, stockOptions());
    btRigidBody& nut_ = *scene_->bodies()[1].body;
    const btTransform start_ = nut_.getWorldTransform();
};

TEST_F(NutBoltScene, HasNoMeasuresBeforeTheNutHasSettled) {
    moveNut(0, 0, 0);
    ASSERT_FALSE(scene_->measures().empty());
    for (const Measure& each : scene_->measures()) EXPECT_TRUE(std::isnan(each.value)) << each.name;
}

TEST_F(NutBoltScene, ANutThatFollowsThePitchHasNoLeadError) {
    for (int i = 0; i < 120; ++i) moveNut(0.02 * i, 0.02 * i, 1);  // through more than two turns
    EXPECT_NEAR(measure("lead_error_in_pitches"), 0, 1e-5);
    EXPECT_NEAR(measure("turns_per_second"), 1.2, 1e-4);
    EXPECT_NEAR(measure("pitches_per_second"), 1.2, 1e-4);
}

TEST_F(NutBoltScene, ANutThatSlipsHasALeadErrorEvenIfItComesBack) {
    for (int i = 0; i < 120; ++i) moveNut(0.02 * i, 0.02 * i + (i == 80 ? 0.03 : 0), 1);
    EXPECT_NEAR(measure("lead_error_in_pitches"), 0.03, 1e-5);
}

TEST_F(NutBoltScene, ComparesTheAccelerationOfEachBandOfSpeedWithTheory) {
    const double perMetre = 2 * M_PI / kPitch;
    const double theory = 9.81 * perMetre / (1 + 0.4 * perMetre * perMetre);  // of a sphere of 1 m radius
    const double slow = 0.9 * theory, fast = 0.5 * theory;
    double speed = 0;
    for (int i = 1; speed < 1.5; ++i) {
        speed += (speed < 0.7 ? slow : fast) * kStep;
        moveNut(0, 0, speed);
    }
    EXPECT_NEAR(measure("acceleration_over_theory_to_0.7_rad_s"), 0.9, 1e-3);
    EXPECT_NEAR(measure("acceleration_over_theory_to_1.3_rad_s"), 0.5, 1e-3);
}

TEST_F(NutBoltScene, ANutThatHasLeftTheThreadIsLost) {
    putAt(nut_, 0, 0.5, 0.05);
    EXPECT_EQ(scene_->placeOf(nut_), Place::inside);
    putAt(nut_, 0.5, 3, 0);
    EXPECT_EQ(scene_->placeOf(nut_), Place::through);
    putAt(nut_, 0, -0.1, 0);
    EXPECT_EQ(scene_->placeOf(nut_), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
