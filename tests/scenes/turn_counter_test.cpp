#include "demos/scenes/turn_counter.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(TurnCounter, CountsFullTurnsInBothDirections) {
    for (int axis = 0; axis < 3; ++axis) {
        btSphereShape shape(1);
        btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape));
        btVector3 direction(0, 0, 0);
        direction[axis] = 1;
        TurnCounter counter(body, axis);
        const auto turnTo = [&](double from, double to) {
            for (int i = 1; i <= 100; ++i) {
                const btQuaternion turn(direction, btScalar(from + (to - from) * i / 100));
                body.setCenterOfMassTransform(btTransform(turn));
                counter.update();
            }
        };
        turnTo(0, 20);
        EXPECT_NEAR(counter.turn(), 20, 1e-4);
        turnTo(20, -30);
        EXPECT_NEAR(counter.turn(), -30, 1e-4);
    }
}

TEST(TurnCounter, BeginsWhereTheBodyIs) {
    btSphereShape shape(1);
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape));
    body.setCenterOfMassTransform(btTransform(btQuaternion(btVector3(0, 0, 1), btScalar(1))));
    TurnCounter counter(body, 2);
    counter.update();
    EXPECT_NEAR(counter.turn(), 0, 1e-6);
}

}  // namespace
}  // namespace ricochet::scenes
