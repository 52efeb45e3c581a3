// Elastic bodies in a row that touch: the first one strikes, and the impact goes through all of them in one
// step. Equal bodies share its speed, and no energy may be gained.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

constexpr int kRings = 32, kSides = 16;
constexpr double kTube = 0.3;

struct Row {
    int bodies;
    double size;  ///< metres
    double hz;
    bool isTuned, isRing;
    double friction = 0;
    double gap = 0;  ///< in sizes
};

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.bodies << (row.isRing ? " rings" : " boxes") << " of " << row.size << " m, " << row.hz
         << " Hz" << (row.isTuned ? ", tuned" : "") << ", friction " << row.friction << ", gap " << row.gap;
}

struct RowOutcome {
    double mostEnergy;   ///< of that at the start
    double first, last;  ///< speeds, of that of the first at the start
};

double energyOf(const btRigidBody& body) {
    const btVector3 &velocity = body.getLinearVelocity(), &spin = body.getAngularVelocity();
    return double(velocity.length2() + spin.dot(body.getInvInertiaTensorWorld().inverse() * spin));
}

/// One second; the first of the row comes from a twentieth of its size away, with its size a second, or 1 m/s
/// if that is more.
RowOutcome outcomeOf(const Row& row) {
    const auto size = btScalar(row.size);
    const double flat = std::cos(std::numbers::pi / kRings);
    const double half = row.isRing ? (1 + kTube * std::cos(std::numbers::pi / kSides)) * flat : 1;
    BulletMesh mesh = row.isRing ? test::torusMesh(btScalar(kTube), kRings, kSides) : test::boxMesh(1, 1, 1);
    btGImpactMeshShape shape(&mesh.interface);
    shape.setMargin(0);
    shape.setLocalScaling(btVector3(size, size, size));
    shape.updateBound();

    BulletWorld world;
    EXPECT_EQ(registerAlgorithms(&world.dispatcher), "");
    world.world.setGravity(btVector3(0, 0, 0));
    const btVector3 inertia = massProperties(shape, 1).principalInertia;
    const btQuaternion turned(btVector3(0, 1, 0), btScalar(row.isRing ? std::numbers::pi / kRings : 0));
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < row.bodies; ++i) {
        const double x = i * (2 * half + row.gap) - (i == 0 ? 0.05 : 0);
        btRigidBody& body = world.add(shape, 1, btVector3(btScalar(x) * size, 0, 0), inertia);
        body.setWorldTransform(btTransform(turned, body.getWorldTransform().getOrigin()));
        body.setInterpolationWorldTransform(body.getWorldTransform());
        body.setRestitution(1);
        body.setFriction(btScalar(row.friction));
        bodies.push_back(&body);
    }
    const double speed = std::max(row.size, 1.0);
    bodies.front()->setLinearVelocity(btVector3(btScalar(speed), 0, 0));
    if (row.isTuned) tune(world.world, size);
    double maximum = 0;
    for (int i = 0; i < int(row.hz); ++i) {
        world.run(1, btScalar(1 / row.hz));
        double sum = 0;
        for (const btRigidBody* body : bodies) sum += energyOf(*body);
        maximum = std::max(maximum, sum / (speed * speed));
    }
    unregisterAlgorithms(&world.dispatcher);
    return {maximum, double(bodies.front()->getLinearVelocity().x()) / speed,
            double(bodies.back()->getLinearVelocity().x()) / speed};
}

TEST(TouchingRows, GainNoEnergy) {
    for (const double hz : {60.0, 240.0}) {
        for (const int bodies : {3, 5, 8}) {
            for (const bool isTuned : {false, true}) {
                for (const double size : {0.1, 1.0, 10.0}) {
                    const Row row{bodies, size, hz, isTuned, true, size == 1 ? 0.5 : 0};
                    EXPECT_LE(outcomeOf(row).mostEnergy, 1.001) << testing::PrintToString(row);
                }
            }
        }
    }
    EXPECT_LE(outcomeOf({5, 1, 960, false, true}).mostEnergy, 1.001);
}

/// Newton's law for all contacts at once: of five equal bodies, the first one rebounds with 3/5 of its speed.
TEST(TouchingRows, ShareTheSpeedOfTheFirst) {
    for (const bool isRing : {false, true}) {
        const RowOutcome outcome = outcomeOf({5, 1, 60, true, isRing});
        EXPECT_NEAR(outcome.first, -0.6, 0.005);
        EXPECT_NEAR(outcome.last, 0.4, 0.005);
    }
}

TEST(TouchingRows, ThatNearlyTouchGainNoEnergyEither) {
    for (const double gap : {1e-5, 1e-4, 1e-3, 1e-2}) {
        for (const double hz : {60.0, 240.0}) {
            const Row row{5, 1, hz, false, true, 0, gap};
            EXPECT_LE(outcomeOf(row).mostEnergy, 1.001) << testing::PrintToString(row);
        }
    }
}

}  // namespace
}  // namespace ricochet
