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

/// A closed slab, its top at y = 0, of `quads` x `quads` quads.
BulletMesh slab(btScalar half, int quads) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const int row = quads + 1, layer = row * row;
    for (btScalar y : {btScalar(0), btScalar(-1)}) {
        for (int i = 0; i < layer; ++i) {
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
            addQuad(layer + at, layer + at + 1, layer + at + row + 1, layer + at + row);
        }
        const int last = quads * row, left = i * row, right = left + quads;
        addQuad(i, i + 1, layer + i + 1, layer + i);
        addQuad(last + i + 1, last + i, layer + last + i, layer + last + i + 1);
        addQuad(left + row, left, layer + left, layer + left + row);
        addQuad(right, right + row, layer + right + row, layer + right);
    }
    return BulletMesh(vertices, faces);
}

struct RoundKinds {
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
struct RoundPoints : btCollisionWorld::ContactResultCallback {
    std::vector<btManifoldPoint> points;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        points.push_back(point);
        return 0;
    }
    btScalar nearest() const {
        btScalar minimum = BT_LARGE_FLOAT;
        for (const btManifoldPoint& point : points) minimum = std::min(minimum, point.getDistance());
        return minimum;
    }
};

TEST(RoundShapes, EveryKindRestsOnAMeshAtStocksHeight) {
    RoundKinds kinds;
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
    btSphereShape sphere(btScalar(0.5));
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.world.setGravity(btScalar(9.81) * btVector3(std::sin(slope), -std::cos(slope), 0));
    w.add(floor, 0, btVector3(0, 0, 0)).setFriction(1);
    btRigidBody& body =
        w.add(sphere, 1, btVector3(btScalar(-6.3), btScalar(0.5), btScalar(0.21)), inertiaOf(sphere, 1));
    body.setFriction(1);
    std::vector<btVector3> path;
    for (int i = 0; i < 120; ++i) {
        w.run(1);
        path.push_back(body.getWorldTransform().getOrigin());
    }
    return path;
}

TEST(RoundShapes, ASphereRollsOnManyTrianglesAsOnFew) {
    const auto few = rollOn(1, btScalar(0.2)), many = rollOn(64, btScalar(0.2));
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], many[i]) << i;
}

TEST(RoundShapes, ASphereRollsDownASlopeByTheLaw) {
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

TEST(RoundShapes, QueriesWorkInBothOrdersAndFromAfar) {
    RoundKinds kinds;
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
            RoundPoints points, swapped;
            points.m_closestDistanceThreshold = swapped.m_closestDistanceThreshold = 2;
            w.world.contactPairTest(&under, &body, points);
            w.world.contactPairTest(&body, &under, swapped);
            EXPECT_NEAR(points.nearest(), gap, 1e-5) << shape->getName();
            EXPECT_NEAR(swapped.nearest(), points.nearest(), 1e-5) << shape->getName();
            // Bullet asks for bodies whose boxes overlap: some are larger than the shape.
            RoundPoints contacts;
            w.world.contactTest(&body, contacts);
            if (gap < 0 || gap == 1) {
                EXPECT_EQ(contacts.points.empty(), gap > 0) << shape->getName();
            }
        }
    }
}

TEST(RoundShapes, CompoundsOfThemRestOnMeshes) {
    RoundKinds kinds;
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

/// A body in a world without gravity that flies towards static ones.
template <class World>
class RoundShot {
public:
    RoundShot(btCollisionShape& target, btConvexShape& bullet, const btTransform& from,
              const btVector3& velocity, const btVector3& spin)
        : standing_(0, nullptr, &target), body_(1, nullptr, &bullet, inertiaOf(bullet, 1)) {
        EXPECT_EQ(registerAlgorithms(&dispatcher_), "");
        world_.setGravity(btVector3(0, 0, 0));
        world_.addRigidBody(&standing_);
        body_.setWorldTransform(from);
        body_.setInterpolationWorldTransform(from);
        body_.setLinearVelocity(velocity);
        body_.setAngularVelocity(spin);
        world_.addRigidBody(&body_);
    }
    ~RoundShot() {
        world_.removeRigidBody(&body_);
        world_.removeRigidBody(&standing_);
    }

    /// Where it is a step later.
    btVector3 next() {
        world_.stepSimulation(btScalar(1) / 60, 0);
        return body_.getWorldTransform().getOrigin();
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    World world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    btRigidBody standing_, body_;
};

/// How many of each kind, shot at a closed wall at random, are behind it in the end.
template <class World>
int tunnelled(btScalar speed, btScalar thickness, int shots, unsigned seed) {
    RoundKinds kinds;
    BulletMesh wallMesh = boxMesh(6, thickness / 2, 6);
    btBvhTriangleMeshShape wall(&wallMesh.interface, true);
    wall.setMargin(0);
    std::mt19937 random(seed);
    std::uniform_real_distribution<btScalar> unit(-1, 1);
    int lost = 0;
    for (int i = 0; i < shots; ++i) {
        const btQuaternion turn(btVector3(unit(random), unit(random), btScalar(1.1)).normalized(),
                                btScalar(3.14) * unit(random));
        const btVector3 from(unit(random), 3 + unit(random), unit(random));
        const btVector3 direction(btScalar(0.4) * unit(random), -1, btScalar(0.4) * unit(random));
        const btVector3 spin(unit(random), unit(random), unit(random));
        RoundShot<World> shot(wall, *kinds.all()[std::size_t(i) % 5], btTransform(turn, from),
                              speed * direction.normalized(), 10 * spin);
        btVector3 at;
        for (int step = 0; step < 20; ++step) at = shot.next();
        if (at.y() < 0 && std::abs(at.x()) < 6 && std::abs(at.z()) < 6) ++lost;
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

/// A room of 8 m with walls of the given thickness, in metres.
BulletMesh hollowRoom(btScalar thickness) {
    BulletMesh room = boxMesh(4 + thickness, 4 + thickness, 4 + thickness);
    const BulletMesh inside = boxMesh(4, 4, 4);
    auto vertices = room.vertices;
    auto faces = room.faces;
    for (const auto& v : inside.vertices) vertices.push_back(v);
    const int outer = static_cast<int>(room.vertices.size());
    for (const auto& f : inside.faces) faces.push_back({outer + f[0], outer + f[2], outer + f[1]});
    return BulletMesh(vertices, faces);
}

/// How many of each kind, shot into the corners of a closed room, get out of it.
template <class World>
int escaped(btScalar speed, int shots, unsigned seed) {
    RoundKinds kinds;
    BulletMesh mesh = hollowRoom(btScalar(0.002));
    btBvhTriangleMeshShape walls(&mesh.interface, true);
    walls.setMargin(0);
    std::mt19937 random(seed);
    std::uniform_real_distribution<btScalar> unit(-1, 1);
    const auto any = [&] {
        const btScalar x = unit(random), y = unit(random), z = unit(random);
        return btVector3(x, y, z);
    };
    int lost = 0;
    for (int i = 0; i < shots; ++i) {
        const btTransform from(btQuaternion(any().normalized(), btScalar(3.14) * unit(random)), any());
        const btVector3 corner(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        const btVector3 velocity = speed * (corner + btScalar(0.5) * any()).normalized();
        RoundShot<World> shot(walls, *kinds.all()[std::size_t(i) % 5], from, velocity, 40 * any());
        btScalar farthest = 0;
        for (int step = 0; step < 10; ++step) {
            const btVector3 at = shot.next().absolute();
            farthest = std::max({farthest, at.x(), at.y(), at.z()});
        }
        lost += farthest > 4;
    }
    return lost;
}

TEST(RoundShapes, FastOnesDoNotEscapeThroughCorners) {
    for (const btScalar speed : {btScalar(30), btScalar(200)}) {
        EXPECT_EQ(escaped<btDiscreteDynamicsWorld>(speed, 200, 1), 0) << speed;
        EXPECT_EQ(escaped<SweptWorld<>>(speed, 50, 2), 0) << speed;
    }
}

TEST(RoundShapes, TwoWallsHitAtTheSameTimeBothStopTheBody) {
    BulletMesh mesh = hollowRoom(btScalar(0.002));
    btBvhTriangleMeshShape walls(&mesh.interface, true);
    walls.setMargin(0);
    btSphereShape sphere(btScalar(0.1));
    for (int i = 0; i < 50; ++i) {
        const btScalar at = btScalar(0.07) * btScalar(i), fast = btScalar(270) + btScalar(3 * i);
        RoundShot<btDiscreteDynamicsWorld> shot(
            walls, sphere, btTransform(btQuaternion::getIdentity(), btVector3(0, at, -at)),
            btVector3(30, fast, -fast), btVector3(0, 0, 0));
        for (int step = 0; step < 2; ++step) {
            const btVector3 there = shot.next();
            EXPECT_LT(there.y(), 3.91) << i;
            EXPECT_GT(there.z(), -3.91) << i;
        }
    }
}

TEST(RoundShapes, SweepTestFindsTheWall) {
    RoundKinds kinds;
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
