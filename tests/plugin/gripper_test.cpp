// Two fingers press a load from both sides with a given force, and rise: friction carries the load if it may.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

constexpr double kFriction = 0.5, kGravity = 9.81;
constexpr double kLoadMass = 1, kFingerMass = 0.3;  // kg

enum class Solver { twoDirections, anchors, tuned };
enum class Load { cube, ring };

struct Grip {
    Load load;
    double share;  ///< of the force that friction needs to carry the load
    double size;   ///< metres, of the load
    double hz;
    Solver solver;
};

void PrintTo(const Grip& grip, std::ostream* out) {
    *out << (grip.load == Load::cube ? "cube, " : "ring, ") << grip.share << " of the force, " << grip.size
         << " m, " << grip.hz << " Hz, solver " << int(grip.solver);
}

btRigidBody& fingerAt(BulletWorld& world, btCollisionShape& shape, double x) {
    btRigidBody& finger = world.add(shape, btScalar(kFingerMass), btVector3(btScalar(x), 0, 0));
    finger.setAngularFactor(0);
    finger.setLinearFactor(btVector3(1, 0, 0));
    finger.setGravity(btVector3(0, 0, 0));
    finger.setFriction(1);
    return finger;
}

/// As wide as the cube, its axis is y: fingers touch it at a corner of 24.
BulletMesh ringMesh(btScalar half) {
    BulletMesh ring = test::torusMesh(btScalar(3.0 / 7), 24, 16);
    for (auto& vertex : ring.vertices) {
        for (btScalar& c : vertex) c *= half * btScalar(0.7);
    }
    return BulletMesh(ring.vertices, ring.faces);
}

/// How far the load lags behind the fingers after two seconds, of the distance by which these rose.
double lagOf(const Grip& grip) {
    const auto half = btScalar(grip.size / 2);
    const bool isCube = grip.load == Load::cube;
    const btScalar height = isCube ? half : btScalar(0.3) * half;
    BulletMesh mesh = isCube ? test::boxMesh(half, half, half) : ringMesh(half);
    BulletMesh pad = test::boxMesh(half * btScalar(0.3), height * btScalar(0.8), half * btScalar(0.6));
    BulletMesh ground = test::boxMesh(10 * half, half, 10 * half);
    btGImpactMeshShape loadShape(&mesh.interface), padShape(&pad.interface);
    btBvhTriangleMeshShape groundShape(&ground.interface, true);
    for (btGImpactMeshShape* shape : {&loadShape, &padShape}) shape->setMargin(0), shape->updateBound();
    groundShape.setMargin(0);

    BulletWorld world;
    EXPECT_EQ(registerAlgorithms(&world.dispatcher), "");
    world.add(groundShape, 0, btVector3(0, -half - height, 0)).setFriction(btScalar(kFriction));
    const btScalar inertia = btScalar(kLoadMass) * half * half * 2 / 3;
    btRigidBody& load = world.add(loadShape, btScalar(kLoadMass), btVector3(0, btScalar(1e-5) * half, 0),
                                  btVector3(inertia, inertia, inertia));
    load.setFriction(btScalar(kFriction));
    btRigidBody& left = fingerAt(world, padShape, -1.302 * double(half));
    btRigidBody& right = fingerAt(world, padShape, 1.302 * double(half));
    if (grip.solver == Solver::twoDirections)
        world.world.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    if (grip.solver == Solver::anchors)
        load.setCollisionFlags(load.getCollisionFlags() | btCollisionObject::CF_HAS_FRICTION_ANCHOR);
    if (grip.solver == Solver::tuned) tune(world.world, half);

    const auto force = btScalar(grip.share * kLoadMass * kGravity / (2 * kFriction));
    for (int i = 0; i < int(2 * grip.hz); ++i) {
        const double rise = 0.5 * grip.size * std::clamp(5 * (i / grip.hz - 0.5), 0.0, 1.0);
        for (btRigidBody* finger : {&left, &right})
            finger->setLinearVelocity(btVector3(finger->getLinearVelocity().x(), btScalar(rise), 0));
        left.applyCentralForce(btVector3(force, 0, 0));
        right.applyCentralForce(btVector3(-force, 0, 0));
        world.run(1, btScalar(1 / grip.hz));
    }
    unregisterAlgorithms(&world.dispatcher);
    const auto rose = double(left.getWorldTransform().getOrigin().y());
    EXPECT_GT(rose, 0.5 * grip.size);
    return 1 - double(load.getWorldTransform().getOrigin().y()) / rose;
}

TEST(Gripper, HoldsNoMoreThanFrictionTimesItsForce) {
    for (const Solver solver : {Solver::twoDirections, Solver::anchors, Solver::tuned}) {
        for (const double size : {0.05, 1.0}) {
            for (const double hz : {60.0, 240.0}) {
                for (const double share : {0.68, 0.9}) {
                    const Grip grip{Load::cube, share, size, hz, solver};
                    EXPECT_GT(lagOf(grip), 0.95) << testing::PrintToString(grip);
                }
            }
        }
    }
}

TEST(Gripper, RaisesACubeThatFrictionCarries) {
    for (const Solver solver : {Solver::twoDirections, Solver::anchors, Solver::tuned}) {
        for (const double size : {0.1, 1.0}) {
            for (const double hz : {60.0, 240.0}) {
                for (const double share : {1.2, 3.4}) {
                    const Grip grip{Load::cube, share, size, hz, solver};
                    EXPECT_LT(std::abs(lagOf(grip)), 0.05) << testing::PrintToString(grip);
                }
            }
        }
    }
}

/// A ring that two points hold follows them only if the solver converges: Bullet's ten iterations do not.
TEST(Gripper, RaisesARingInATunedWorld) {
    for (const double size : {0.05, 0.1, 1.0}) {
        for (const double hz : {60.0, 240.0}) {
            for (const double share : {0.9, 1.2, 3.4}) {
                const Grip grip{Load::ring, share, size, hz, Solver::tuned};
                EXPECT_NEAR(lagOf(grip), share > 1 ? 0 : 1, 0.05) << testing::PrintToString(grip);
            }
        }
    }
}

}  // namespace
}  // namespace ricochet
