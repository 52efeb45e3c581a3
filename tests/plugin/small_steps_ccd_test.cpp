// Bullet's own CCD (setCcdMotionThreshold) in a btDiscreteDynamicsWorld: predictive contacts before the
// solver, and a sweep of the motion after it.

#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using test::kWorldStep;
using test::SolvedWorld;

/// A sphere of 0.2 m that flies along x towards a wall of 2 cm at x = 0, with CCD or without.
struct CcdShot {
    explicit CcdShot(btScalar speed, btScalar from, bool isSwept = true) {
        w.world.setGravity({0, 0, 0});
        w.add(wall, 0, {0, 0, 0}).setRestitution(1);
        body = &w.add(sphere, 1, {from, 0, 0});
        body->setRestitution(btScalar(0.9));
        body->setLinearVelocity({speed, 0, 0});
        if (isSwept) {
            body->setCcdMotionThreshold(btScalar(0.1));
            body->setCcdSweptSphereRadius(btScalar(0.15));
        }
    }
    btScalar x() const { return body->getWorldTransform().getOrigin().x(); }

    btBoxShape wall{btVector3(btScalar(0.01), 5, 5)};
    btSphereShape sphere{btScalar(0.2)};
    SolvedWorld w;
    btRigidBody* body = nullptr;
};

TEST(SmallStepsCcd, NoSpeedAndNoStartLetsASphereThroughAThinWall) {
    int without = 0;
    for (const btScalar speed : {btScalar(20), btScalar(50), btScalar(137), btScalar(400)}) {
        for (int i = 0; i < 20; ++i) {
            const btScalar from = btScalar(-1) - btScalar(0.37) * btScalar(i);
            CcdShot shot(speed, from), unswept(speed, from, false);
            btScalar farthest = from;
            for (int step = 0; step < 60; ++step) {
                shot.w.run(1);
                unswept.w.run(1);
                farthest = std::max(farthest, shot.x());
            }
            EXPECT_LT(farthest, 0) << speed << " m/s from " << from;
            EXPECT_LE(std::abs(shot.body->getLinearVelocity().x()), speed * 1.001);
            without += unswept.x() > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(without, 40) << "the wall stops it without CCD";
}

TEST(SmallStepsCcd, ASphereThatBouncesWithinAStepIsNotSweptFromBehindTheWall) {
    // Ricochet's contacts look ahead, so that the sphere strikes anywhere in the second step. At the end of
    // that, its velocity leads back from behind the wall.
    test::BulletMesh slab = test::boxMesh(btScalar(0.01), 5, 5);
    btBvhTriangleMeshShape thin(&slab.interface, true);
    for (int i = 0; i < 40; ++i) {
        const btScalar gap = btScalar(0.02) * btScalar(i);
        btSphereShape sphere(btScalar(0.2));
        SolvedWorld w;
        ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
        w.world.setGravity({0, 0, 0});
        w.add(thin, 0, {0, 0, 0}).setRestitution(1);
        btRigidBody& body = w.add(sphere, 1, {btScalar(-0.211) - gap - 50 * kWorldStep, 0, 0});
        body.setRestitution(1);
        body.setLinearVelocity({50, 0, 0});
        body.setCcdMotionThreshold(btScalar(0.1));
        body.setCcdSweptSphereRadius(btScalar(0.15));
        for (int step = 0; step < 10; ++step) {
            w.run(1);
            EXPECT_LT(body.getWorldTransform().getOrigin().x(), -0.1) << gap;
        }
    }
}

TEST(SmallStepsCcd, ASweptSphereFliesAsWithBulletsSolver) {
    const auto path = [](std::unique_ptr<btConstraintSolver> solver) {
        btSphereShape sphere(btScalar(0.2));
        SolvedWorld w(std::move(solver));
        btRigidBody& body = w.add(sphere, 1, {0, 0, 0});
        body.setLinearVelocity({50, 10, 0});
        body.setCcdMotionThreshold(btScalar(0.1));
        body.setCcdSweptSphereRadius(btScalar(0.15));
        w.run(60);
        return body.getWorldTransform().getOrigin();
    };
    const btVector3 ours = path(std::make_unique<SmallStepsSolver>()),
                    bullets = path(std::make_unique<btSequentialImpulseConstraintSolver>());
    EXPECT_LT((ours - bullets).length(), 0.01);
}

TEST(SmallStepsCcd, AStackOfBodiesWithCcdRests) {
    SolvedWorld w;
    w.addGround();
    for (int i = 0; i < 8; ++i) {
        btRigidBody& body = w.add(w.box, 1, {0, btScalar(0.5) + btScalar(i), 0});
        body.setCcdMotionThreshold(btScalar(0.01));
        body.setCcdSweptSphereRadius(btScalar(0.3));
    }
    w.run(300);
    for (std::size_t i = 1; i < w.bodies.size(); ++i) {
        EXPECT_NEAR(w.bodies[i]->getWorldTransform().getOrigin().y(), btScalar(i) - 0.5, 0.01);
        EXPECT_EQ(w.bodies[i]->getActivationState(), ISLAND_SLEEPING);
    }
}

}  // namespace
}  // namespace ricochet
