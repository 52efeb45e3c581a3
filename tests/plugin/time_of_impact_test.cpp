#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>

namespace ricochet {
namespace {

/// A thin wall at the origin and a small box before it, in a world that a program dispatches continuously.
/// The parameter: `Settings::continuous`.
class TimeOfImpact : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        Settings settings;
        settings.continuous = GetParam();
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher, settings), "");
        w_.world.getDispatchInfo().m_dispatchFunc = btDispatcherInfo::DISPATCH_CONTINUOUS;
    }

    /// The box moves from z = `from` to z = `to`, turned by `angle` about x.
    btScalar between(btScalar from, btScalar to, btScalar angle = 0) {
        box_.setWorldTransform(at(from, 0));
        box_.setInterpolationWorldTransform(at(to, angle));
        box_.setHitFraction(1);
        w_.world.getDispatchInfo().m_timeOfImpact = 1;
        w_.world.performDiscreteCollisionDetection();
        return w_.world.getDispatchInfo().m_timeOfImpact;
    }

    static btTransform at(btScalar z, btScalar angle) {
        return btTransform(btQuaternion(btVector3(1, 0, 0), angle), btVector3(0, 0, z));
    }

    test::BulletWorld w_;
    test::BulletMesh wallMesh_ = test::boxMesh(3, 3, btScalar(0.01)),
                     boxMesh_ = test::boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.2));
    btBvhTriangleMeshShape wallShape_{&wallMesh_.interface, true}, boxShape_{&boxMesh_.interface, true};
    btRigidBody& wall_ = w_.add(wallShape_, 0, btVector3(0, 0, 0));
    btRigidBody& box_ = w_.add(boxShape_, 1, btVector3(0, 0, 5));
};

TEST_P(TimeOfImpact, IsTheTimeAtWhichTheMarginsTouch) {
    wallShape_.setMargin(btScalar(0.03));
    boxShape_.setMargin(btScalar(0.02));
    EXPECT_NEAR(between(5, -5), (5 - 0.01 - 0.2 - 0.05) / 10, 1e-5);
    EXPECT_NEAR(box_.getHitFraction(), 0.474, 1e-5);
}

TEST_P(TimeOfImpact, RotationDuringTheMotionIsIncluded) {
    wallShape_.setMargin(0);
    boxShape_.setMargin(0);
    EXPECT_EQ(between(btScalar(0.6), btScalar(0.4)), 1);
    const double time = between(btScalar(0.6), btScalar(0.4), btScalar(M_PI / 2));
    const double turn = time * M_PI / 2,
                 lowest = 0.6 - 0.2 * time - 0.5 * std::sin(turn) - 0.2 * std::cos(turn);
    EXPECT_NEAR(lowest, 0.01, 1e-5);
}

TEST_P(TimeOfImpact, IsOneWithoutAnImpact) {
    EXPECT_EQ(between(5, 4), 1);
    EXPECT_EQ(between(1, 6), 1);
    EXPECT_EQ(box_.getHitFraction(), 1);
}

TEST_P(TimeOfImpact, IsOneForBodiesInContactFromTheStart) {
    EXPECT_EQ(between(btScalar(0.15), btScalar(0.1)), 1);
}

INSTANTIATE_TEST_SUITE_P(Methods, TimeOfImpact, testing::Values("narrow-phase", "swept-space"));

}  // namespace
}  // namespace ricochet
