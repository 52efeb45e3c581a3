#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/tuning.h>

#include <limits>

namespace ricochet {
namespace {

class TuningTest : public testing::Test {
protected:
    btContactSolverInfo& info() { return stock_.world.getSolverInfo(); }

    btSphereShape sphere_{1};
    test::BulletWorld stock_;
    btRigidBody& body_ = stock_.add(sphere_, 1, btVector3(0, 0, 0));
};

TEST_F(TuningTest, GivesTwoFrictionDirectionsTwentyIterationsLowerThresholdsAndAnchors) {
    tune(stock_.world, 2);
    EXPECT_TRUE(info().m_solverMode & SOLVER_USE_2_FRICTION_DIRECTIONS);
    EXPECT_FALSE(info().m_solverMode & SOLVER_RANDMIZE_ORDER);
    EXPECT_EQ(info().m_numIterations, 20);
    EXPECT_FLOAT_EQ(float(info().m_splitImpulsePenetrationThreshold), -0.08f);
    EXPECT_FLOAT_EQ(float(info().m_frictionERP), 0.6f);
    EXPECT_FLOAT_EQ(float(body_.getLinearSleepingThreshold()), 0.05f);
    EXPECT_FLOAT_EQ(float(body_.getAngularSleepingThreshold()), 0.05f);
    EXPECT_TRUE(body_.getCollisionFlags() & btCollisionObject::CF_HAS_FRICTION_ANCHOR);
}

TEST_F(TuningTest, ShufflesConstraintsOnRequest) {
    tune(stock_.world, 1, SolverOrder::random);
    EXPECT_TRUE(info().m_solverMode & SOLVER_RANDMIZE_ORDER);
}

TEST_F(TuningTest, LeavesSplitImpulsesUnchangedWithoutASize) {
    const btScalar infinity = std::numeric_limits<btScalar>::infinity();
    for (btScalar size : {btScalar(0), btScalar(-1), infinity, infinity - infinity}) {
        info().m_splitImpulsePenetrationThreshold = btScalar(-0.03);
        tune(stock_.world, size);
        EXPECT_EQ(info().m_splitImpulsePenetrationThreshold, btScalar(-0.03)) << size;
        EXPECT_EQ(info().m_numIterations, 20);
    }
}

TEST_F(TuningTest, NeverReducesIterations) {
    info().m_numIterations = 50;
    tune(stock_.world, 1);
    EXPECT_EQ(info().m_numIterations, 50);
}

TEST_F(TuningTest, CanBeUndone) {
    info().m_solverMode = SOLVER_SIMD;
    info().m_numIterations = 7;
    info().m_splitImpulsePenetrationThreshold = btScalar(-0.5);
    info().m_frictionERP = btScalar(0.1);
    body_.setSleepingThresholds(btScalar(0.3), btScalar(0.4));
    body_.setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    btRigidBody& anchored = stock_.add(sphere_, 1, btVector3(-3, 0, 0));
    anchored.setCollisionFlags(btCollisionObject::CF_HAS_FRICTION_ANCHOR);

    const Tuning before = tune(stock_.world, 1, SolverOrder::random);
    btRigidBody& later = stock_.add(sphere_, 1, btVector3(3, 0, 0));
    tune(later);
    EXPECT_FLOAT_EQ(float(later.getLinearSleepingThreshold()), 0.05f);
    untune(stock_.world, before);

    EXPECT_EQ(info().m_solverMode, SOLVER_SIMD);
    EXPECT_EQ(info().m_numIterations, 7);
    EXPECT_EQ(info().m_splitImpulsePenetrationThreshold, btScalar(-0.5));
    EXPECT_EQ(info().m_frictionERP, btScalar(0.1));
    EXPECT_EQ(body_.getLinearSleepingThreshold(), btScalar(0.3));
    EXPECT_EQ(body_.getAngularSleepingThreshold(), btScalar(0.4));
    EXPECT_EQ(body_.getCollisionFlags(), int{btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK});
    EXPECT_EQ(anchored.getCollisionFlags(), int{btCollisionObject::CF_HAS_FRICTION_ANCHOR});
    EXPECT_EQ(later.getLinearSleepingThreshold(), btScalar(0.8));
    EXPECT_EQ(later.getCollisionFlags(), 0);
}

TEST_F(TuningTest, RestoresBulletsDefaultsIfNothingIsKnown) {
    tune(stock_.world, 1, SolverOrder::random);
    untune(stock_.world);
    const btContactSolverInfo stock;
    EXPECT_EQ(info().m_solverMode, stock.m_solverMode);
    EXPECT_EQ(info().m_numIterations, stock.m_numIterations);
    EXPECT_EQ(info().m_splitImpulsePenetrationThreshold, stock.m_splitImpulsePenetrationThreshold);
    EXPECT_EQ(info().m_frictionERP, stock.m_frictionERP);
    EXPECT_EQ(body_.getAngularSleepingThreshold(), btScalar(1));
}

}  // namespace
}  // namespace ricochet
