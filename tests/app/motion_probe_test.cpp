#include "demos/app/motion_probe.h"

#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::app {
namespace {

constexpr double kSettle = 1;  // seconds

/// A sphere of 2 kg and 1 m, its centre 3 m over the origin.
class OneSphere : public scenes::Scene {
public:
    OneSphere() { bodies_.push_back({&sphere, nullptr}); }
    scenes::Place placeOf(const btRigidBody&) const override { return place; }

private:
    btSphereShape sphere_{1};
    test::BulletWorld stock_;

public:
    scenes::Place place = scenes::Place::inside;
    btRigidBody& sphere = stock_.add(sphere_, 2, btVector3(0, 3, 0));
};

class MotionProbeTest : public testing::Test {
protected:
    void moveTo(const btVector3& centre, btScalar turn = 0) {
        scene_.sphere.setWorldTransform(btTransform(btQuaternion(btVector3(0, 0, 1), turn), centre));
    }

    OneSphere scene_;
    MotionProbe probe_{scene_, kSettle};
};

TEST_F(MotionProbeTest, MeasuresDriftSideways) {
    moveTo(btVector3(btScalar(0.3), 1, btScalar(0.4)));
    probe_.watch(0.1);
    moveTo(btVector3(0, 0, 0));
    probe_.watch(0.2);
    EXPECT_NEAR(probe_.drift(), 0.5, 1e-6);
}

TEST_F(MotionProbeTest, MeasuresTheTiltOfTheUpAxis) {
    moveTo(btVector3(0, 3, 0), btScalar(-0.1));
    probe_.watch(0.1);
    EXPECT_NEAR(probe_.tilt(), 5.72958, 1e-4);
}

TEST_F(MotionProbeTest, CountsKineticEnergyOnlyAfterTheSettleTime) {
    scene_.sphere.setLinearVelocity(btVector3(5, 0, 0));
    probe_.watch(kSettle);
    EXPECT_FALSE(probe_.lateEnergy());
    scene_.sphere.setLinearVelocity(btVector3(0, 3, 0));
    probe_.watch(kSettle + 0.1);
    EXPECT_NEAR(probe_.lateEnergy().value(), 4.5, 1e-6);
}

TEST_F(MotionProbeTest, MeasuresTheRiseOfEnergyFromItsMinimum) {
    moveTo(btVector3(0, 1, 0));
    probe_.watch(0.1);
    EXPECT_EQ(probe_.energyRise(), 0.0);
    moveTo(btVector3(0, 2, 0));
    probe_.watch(0.2);
    // It rose by a metre; its centre was initially a metre plus Bullet's box margin above its underside.
    EXPECT_NEAR(probe_.energyRise().value(), 1, 0.05);
}

TEST_F(MotionProbeTest, HasNoEnergyIfGravityVaries) {
    scene_.sphere.setGravity(btVector3(0, 0, -1));
    probe_.watch(0.1);
    EXPECT_FALSE(probe_.energyRise());
}

TEST_F(MotionProbeTest, ABodyWithNonFiniteStateHasNotStayed) {
    moveTo(btVector3(std::nanf(""), 3, 0));
    scene_.sphere.setLinearVelocity(btVector3(std::nanf(""), 0, 0));
    probe_.watch(kSettle + 1);
    EXPECT_TRUE(std::isinf(probe_.drift()));
    EXPECT_TRUE(std::isinf(probe_.lateEnergy().value()));
}

TEST_F(MotionProbeTest, MeasuresSinceWhenAllSleep) {
    scene_.sphere.forceActivationState(ISLAND_SLEEPING);
    probe_.watch(1);
    scene_.sphere.forceActivationState(ACTIVE_TAG);
    probe_.watch(2);
    EXPECT_FALSE(probe_.asleepAt());
    scene_.sphere.forceActivationState(ISLAND_SLEEPING);
    probe_.watch(3);
    probe_.watch(4);
    EXPECT_EQ(probe_.asleepAt(), 3.0);
}

TEST_F(MotionProbeTest, IgnoresBodiesThatFellOverTheLip) {
    scene_.place = scenes::Place::through;
    probe_.watch(1);
    EXPECT_FALSE(probe_.asleepAt());
    scene_.place = scenes::Place::over;
    probe_.watch(2);
    EXPECT_EQ(probe_.asleepAt(), 2.0);
}

}  // namespace
}  // namespace ricochet::app
