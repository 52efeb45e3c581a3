// Spheres, capsules, cylinders, cones and multi-spheres on meshes, in worlds of Bullet's.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <memory>
#include <random>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

/// A closed slab, its top at y = 0, in so many quads along each side.
BulletMesh slab(btScalar half, int quads) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const int row = quads + 1, sheet = row * row;
    for (btScalar y : {btScalar(0), btScalar(-1)}) {
        for (int i = 0; i < sheet; ++i) {
            const auto along = [&](int k) { return half * (2 * btScalar(k) / btScalar(quads) - 1); };
            vertices.push_back({along(i % row), y, along(i / row)});
        }
    }
    const auto addQuad = [&](int a, int b, int c, int d) {
        faces.push_back({a, b, c});
        faces.push_back({a, c, d});
    };
    for (int i = 0; i < quads; ++i) {
        for (int j = 0; j < quads; ++j) {
            const int at = j * row + i;
            addQuad(at, at + row, at + row + 1, at + 1);
            addQuad(sheet + at, sheet + at + 1, sheet + at + row + 1, sheet + at + row);
        }
        const int last = quads * row, left = i * row, right = left + quads;
        addQuad(i, i + 1, sheet + i + 1, sheet + i);
        addQuad(last + i + 1, last + i, sheet + last + i, sheet + last + i + 1);
        addQuad(left + row, left, sheet + left, sheet + left + row);
        addQuad(right, right + row, sheet + right + row, sheet + right);
    }
    return BulletMesh(vertices, faces);
}

struct Kinds {
    btSphereShape sphere{btScalar(0.5)};
    btCapsuleShape capsule{btScalar(0.3), btScalar(0.6)};
    btCylinderShape cylinder{btVector3(btScalar(0.4), btScalar(0.5), btScalar(0.4))};
    btConeShape cone{btScalar(0.5), 1};
    btVector3 centres[2] = {btVector3(btScalar(0.3), 0, 0), btVector3(btScalar(-0.3), 0, 0)};
    btScalar radii[2] = {btScalar(0.4), btScalar(0.3)};
    btMultiSphereShape spheres{centres, radii, 2};
    std::vector<btConvexShape*> all() { return {&sphere, &capsule, &cylinder, &cone, &spheres}; }
};

btVector3 inertiaOf(const btCollisionShape& shape, btScalar mass) {
    btVector3 inertia;
    shape.calculateLocalInertia(mass, inertia);
    return inertia;
}

/// Keeps the points that a query reports.
struct Points : btCollisionWorld::ContactResultCallback {
    std::vector<btManifoldPoint> points;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        points.push_back(point);
        return 0;
    }
    btScalar nearest() const {
        btScalar least = BT_LARGE_FLOAT;
        for (const btManifoldPoint& point : points) least = std::min(least, point.getDistance());
        return least;
    }
};

TEST(RoundShapes, EveryKindRestsOnAMeshAtStocksHeight) {
    Kinds kinds;
    for (btConvexShape* shape : kinds.all()) {
        BulletMesh ground = slab(4, 5);
        btBvhTriangleMeshShape floor(&ground.interface, true);
        btScalar height[2];
        for (const bool isOurs : {false, true}) {
            BulletWorld w;
            if (isOurs) {
                ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
            }
            w.add(floor, 0, btVector3(0, 0, 0));
            btRigidBody& body = w.add(*shape, 1, btVector3(btScalar(0.1), btScalar(0.7), btScalar(0.2)),
                                      inertiaOf(*shape, 1));
            body.setDamping(0, btScalar(0.3));
            w.run(240);
            height[isOurs] = body.getWorldTransform().getOrigin().y();
            if (isOurs) {
                EXPECT_LT(body.getLinearVelocity().length(), 0.02) << shape->getName();
            }
        }
        EXPECT_NEAR(height[1], height[0], 0.01) << shape->getName();
    }
}

std::vector<btVector3> rollOn(int quads, btScalar slope) {
    BulletMesh ground = slab(16, quads);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    floor.setMargin(0);
    btSphereShape ball(btScalar(0.5));
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.world.setGravity(btScalar(9.81) * btVector3(std::sin(slope), -std::cos(slope), 0));
    w.add(floor, 0, btVector3(0, 0, 0)).setFriction(1);
    btRigidBody& body =
        w.add(ball, 1, btVector3(btScalar(-6.3), btScalar(0.5), btScalar(0.21)), inertiaOf(ball, 1));
    body.setFriction(1);
    std::vector<btVector3> path;
    for (int i = 0; i < 120; ++i) {
        w.run(1);
        path.push_back(body.getWorldTransform().getOrigin());
    }
    return path;
}

TEST(RoundShapes, ABallRollsOnManyTrianglesAsOnFew) {
    const auto few = rollOn(1, btScalar(0.2)), many = rollOn(64, btScalar(0.2));
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], many[i]) << i;
}

TEST(RoundShapes, ABallRollsDownASlopeByTheLaw) {
    for (const double slope : {0.1, 0.2, 0.4}) {
        const auto path = rollOn(64, btScalar(slope));
        const double t = 2, expected = 5.0 / 7 * 9.81 * std::sin(slope) * t * t / 2;
        // Bullet's integrator is ahead of the parabola by half a step.
        const double ahead = 5.0 / 7 * 9.81 * std::sin(slope) * t / 120;
        EXPECT_NEAR(path.back().x() + 6.3, expected + ahead, 1e-3 * expected) << slope;
        EXPECT_NEAR(path.back().y(), 0.5, 1e-3);
        EXPECT_NEAR(path.back().z(), 0.21, 1e-3);
    }
}

TEST(RoundShapes, QueriesAnswerInBothOrdersAndFromAfar) {
    Kinds kinds;
    BulletMesh ground = slab(4, 5);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    floor.setMargin(0);
    for (btConvexShape* shape : kinds.all()) {
        const btScalar lowest = shape->localGetSupportingVertex(btVector3(0, -1, 0)).y();
        for (const btScalar gap : {btScalar(-0.02), btScalar(0.005), btScalar(1)}) {
            BulletWorld w;
            ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
            btRigidBody& under = w.add(floor, 0, btVector3(0, 0, 0));
            btRigidBody& body = w.add(*shape, 1, btVector3(0, gap - lowest, 0));
            Points points, swapped;
            points.m_closestDistanceThreshold = swapped.m_closestDistanceThreshold = 2;
            w.world.contactPairTest(&under, &body, points);
            w.world.contactPairTest(&body, &under, swapped);
            EXPECT_NEAR(points.nearest(), gap, 1e-5) << shape->getName();
            EXPECT_NEAR(swapped.nearest(), points.nearest(), 1e-5) << shape->getName();
            Points contacts;  // Bullet asks for bodies whose boxes overlap: some are larger than the shape
            w.world.contactTest(&body, contacts);
            if (gap < 0 || gap == 1) {
                EXPECT_EQ(contacts.points.empty(), gap > 0) << shape->getName();
            }
        }
    }
}

TEST(RoundShapes, CompoundsOfThemRestOnMeshes) {
    Kinds kinds;
    BulletMesh ground = slab(4, 5);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    btCompoundShape dumbbell;
    for (btScalar x : {btScalar(-0.6), btScalar(0.6)}) {
        dumbbell.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(x, 0, 0)), &kinds.sphere);
    }
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(dumbbell, 1, btVector3(0, btScalar(0.7), 0), inertiaOf(dumbbell, 1));
    w.run(180);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.5 + floor.getMargin(), 0.005);
    EXPECT_GT(statistics(w.dispatcher).roundPairs, 0);
}

/// How many of each kind, shot at a closed wall at random, are behind it in the end.
template <class World>
int tunnelled(btScalar speed, btScalar thickness, int shots, unsigned seed) {
    Kinds kinds;
    BulletMesh wallMesh = boxMesh(6, thickness / 2, 6);
    btBvhTriangleMeshShape wall(&wallMesh.interface, true);
    wall.setMargin(0);
    std::mt19937 random(seed);
    std::uniform_real_distribution<btScalar> unit(-1, 1);
    int lost = 0;
    for (int shot = 0; shot < shots; ++shot) {
        btDefaultCollisionConfiguration configuration;
        btCollisionDispatcher dispatcher(&configuration);
        btDbvtBroadphase broadphase;
        btSequentialImpulseConstraintSolver solver;
        World world(&dispatcher, &broadphase, &solver, &configuration);
        EXPECT_EQ(registerAlgorithms(&dispatcher), "");
        world.setGravity(btVector3(0, 0, 0));
        btRigidBody standing(0, nullptr, &wall);
        world.addRigidBody(&standing);
        btConvexShape& shape = *kinds.all()[std::size_t(shot) % 5];
        btRigidBody body(1, nullptr, &shape, inertiaOf(shape, 1));
        const btQuaternion turn(btVector3(unit(random), unit(random), btScalar(1.1)).normalized(),
                                btScalar(3.14) * unit(random));
        body.setWorldTransform(btTransform(turn, btVector3(unit(random), 3 + unit(random), unit(random))));
        body.setInterpolationWorldTransform(body.getWorldTransform());
        body.setLinearVelocity(
            speed * btVector3(btScalar(0.4) * unit(random), -1, btScalar(0.4) * unit(random)).normalized());
        body.setAngularVelocity(10 * btVector3(unit(random), unit(random), unit(random)));
        world.addRigidBody(&body);
        for (int i = 0; i < 20; ++i) world.stepSimulation(btScalar(1) / 60, 0);
        const btVector3& at = body.getWorldTransform().getOrigin();
        if (at.y() < 0 && std::abs(at.x()) < 6 && std::abs(at.z()) < 6) ++lost;
        world.removeRigidBody(&body);
        world.removeRigidBody(&standing);
    }
    return lost;
}

TEST(RoundShapes, FastOnesDoNotTunnelThroughThinWalls) {
    for (const btScalar speed : {btScalar(10), btScalar(50), btScalar(200)}) {
        for (const btScalar thickness : {btScalar(0.001), btScalar(0.04)}) {
            EXPECT_EQ(tunnelled<btDiscreteDynamicsWorld>(speed, thickness, 50, 1), 0)
                << speed << " m/s, " << thickness << " m";
            EXPECT_EQ(tunnelled<SweptWorld<>>(speed, thickness, 50, 2), 0)
                << speed << " m/s, " << thickness << " m, SweptWorld";
        }
    }
}

TEST(RoundShapes, SweepTestFindsTheWall) {
    Kinds kinds;
    BulletMesh wallMesh = boxMesh(6, btScalar(0.01), 6);
    btBvhTriangleMeshShape wall(&wallMesh.interface, true);
    wall.setMargin(0);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(wall, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(kinds.sphere, 1, btVector3(0, 8, 0));
    const btTransform from = body.getWorldTransform();
    const btTransform to(btQuaternion::getIdentity(), btVector3(0, -8, 0));
    btCollisionWorld::ClosestConvexResultCallback hit(from.getOrigin(), to.getOrigin());
    ASSERT_EQ(sweepTest(w.world, body, from, to, hit), "");
    ASSERT_TRUE(hit.hasHit());
    EXPECT_NEAR(hit.m_closestHitFraction, (8 - 0.51) / 16, 1e-4);
    EXPECT_NEAR(hit.m_hitNormalWorld.y(), 1, 1e-4);
}

}  // namespace
}  // namespace ricochet
