// The C++ of docs/port-a-bullet-game.md, docs/tesseract.md and docs/godot.md; readme_test.cpp compares.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#define CONSOLE_BRIDGE_logError(...) std::printf(__VA_ARGS__)
#define ERR_FAIL_COND_MSG(condition, message) ASSERT_FALSE(condition) << message

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

btTransform placedAt(btScalar x, btScalar y, btScalar z) {
    return btTransform(btQuaternion::getIdentity(), btVector3(x, y, z));
}

/// A cube of two metres falls by 0.2 m onto the floor.
struct Game : testing::Test {
    BulletMesh floorMesh = boxMesh(9, 1, 9), cubeMesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&floorMesh.interface, true};
    const btTransform start = placedAt(0, btScalar(1.2), 0);
    BulletWorld w;
    btCollisionDispatcher& dispatcher = w.dispatcher;

    Game() { w.add(floor, 0, btVector3(0, -1, 0)); }
    ~Game() override { unregisterAlgorithms(&dispatcher); }

    btScalar restingHeight(btRigidBody& body, const btMotionState& motion) {
        w.world.addRigidBody(&body);
        for (int i = 0; i < 120; ++i) w.world.stepSimulation(btScalar(1) / 60);
        w.world.removeRigidBody(&body);
        btTransform mesh;
        motion.getWorldTransform(mesh);
        return mesh.getOrigin().y();
    }
};

TEST_F(Game, PortedFromGImpact) {
    btGImpactMeshShape shape(&cubeMesh.interface);
    shape.setMargin(btScalar(0.02));
    shape.updateBound();

    const std::string error =
        ricochet::registerAlgorithms(&dispatcher);  // GImpact: btGImpactCollisionAlgorithm::registerAlgorithm
    if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());  // the game goes on with stock Bullet
    EXPECT_EQ(error, "");
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);

    const ricochet::MassProperties mass = ricochet::massProperties(shape, /*kg*/ 2);
    const std::unique_ptr<btCompoundShape> centred = ricochet::recentred(shape, mass);
    btDefaultMotionState motion(start, mass.principal.inverse());  // gives the mesh's transform, as before
    btRigidBody body(mass.mass, &motion, centred.get(), mass.principalInertia);

    EXPECT_NEAR(restingHeight(body, motion), 1.02 + floor.getMargin(), 1e-3);
    const ricochet::Statistics served = ricochet::statistics(dispatcher);
    std::printf("%lld pairs of shapes by Ricochet, %lld left to Bullet, %lld contacts\n", served.begunPairs,
                served.leftWithoutMesh + served.leftBySetting + served.leftUnserved, served.contacts);
    EXPECT_GT(served.begunPairs, 0);
    EXPECT_GT(served.tookBack, 0);
}

TEST_F(Game, PortedFromConvexDecomposition) {
    ASSERT_EQ(registerAlgorithms(&dispatcher), "");
    btTriangleIndexVertexArray& triangles = cubeMesh.interface;
    btConvexHullShape piece;
    piece.setMargin(btScalar(0.02));
    btCompoundShape pieces;
    pieces.addChildShape(btTransform::getIdentity(), &piece);

    btBvhTriangleMeshShape mesh(&triangles, /*quantised boxes*/ true);
    mesh.setMargin(pieces.getChildShape(0)->getMargin());  // as the pieces had
    const ricochet::MassProperties mass = ricochet::massProperties(mesh, /*kg*/ 2);
    const std::unique_ptr<btCompoundShape> shape = ricochet::recentred(mesh, mass);

    btDefaultMotionState motion(start, mass.principal.inverse());
    btRigidBody body(mass.mass, &motion, shape.get(), mass.principalInertia);
    EXPECT_NEAR(restingHeight(body, motion), 1.02 + floor.getMargin(), 1e-3);
}

/// What tesseract's and MoveIt's managers, and Godot's module, give to an algorithm to fill.
struct Reported : btManifoldResult {
    struct Point {
        btScalar depth;
        int wrapperIndex, pointIndex;
    };
    std::vector<Point> points;

    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
        const bool isSwapped = m_manifoldPtr->getBody0() != m_body0Wrap->getCollisionObject();
        points.push_back({depth, m_body0Wrap->m_index, isSwapped ? m_index1 : m_index0});
    }
};

/// As processOverlap of their pair callbacks.
std::vector<Reported::Point> ask(btCollisionDispatcher& dispatcher, const btCollisionObject& a,
                                 const btCollisionObject& b, btScalar distance,
                                 ebtDispatcherQueryType query = BT_CLOSEST_POINT_ALGORITHMS) {
    const btCollisionObjectWrapper wrapA(nullptr, a.getCollisionShape(), &a, a.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper wrapB(nullptr, b.getCollisionShape(), &b, b.getWorldTransform(), -1, -1);
    btCollisionAlgorithm* const algorithm = dispatcher.findAlgorithm(&wrapA, &wrapB, nullptr, query);
    Reported result(&wrapA, &wrapB);
    result.m_closestPointDistanceThreshold = distance;
    algorithm->processCollision(&wrapA, &wrapB, btDispatcherInfo(), &result);
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return result.points;
}

/// A mesh as createShapePrimitive makes it.
struct TriangleShapes {
    std::vector<std::unique_ptr<btTriangleShapeEx>> children;
    btCompoundShape* compound = new btCompoundShape;

    explicit TriangleShapes(const BulletMesh& mesh) {
        for (const auto& face : mesh.faces) {
            btVector3 v[3];
            for (int k = 0; k < 3; ++k) {
                const auto& corner = mesh.vertices[std::size_t(face[std::size_t(k)])];
                v[k] = btVector3(corner[0], corner[1], corner[2]);
            }
            children.push_back(std::make_unique<btTriangleShapeEx>(v[0], v[1], v[2]));
            children.back()->setMargin(0);
            compound->addChildShape(btTransform::getIdentity(), children.back().get());
        }
    }
};

struct CollisionShape {
    std::shared_ptr<btCollisionShape> top_level;
};

/// As MoveIt's CollisionObjectWrapper.
struct ManagedData {
    std::vector<std::shared_ptr<void>> data;
    template <class T>
    void manage(T* t) {
        data.push_back(std::shared_ptr<T>(t));
    }
};

btCollisionShape* moveItsShape(btCompoundShape* compound, ManagedData* cow) {
    ricochet::CompoundMesh mesh = ricochet::meshFromCompound(*compound);
    if (mesh.error.empty()) {
        delete compound;
        cow->manage(mesh.triangles.release());
        return mesh.shape.release();  // the caller manages it
    }
    return compound;
}

TEST(Robots, AskAsTheirManagersDo) {
    btDefaultCollisionConfiguration configuration;
    const auto dispatcher_ = std::make_unique<btCollisionDispatcher>(&configuration);
    const std::string error = ricochet::registerAlgorithms(dispatcher_.get());
    if (!error.empty()) CONSOLE_BRIDGE_logError("%s", error.c_str());
    ASSERT_EQ(error, "");

    const BulletMesh cube = boxMesh(1, 1, 1);
    const TriangleShapes parts(cube), otherParts(cube);
    btCompoundShape* compound = parts.compound;
    auto collision_shape = std::make_unique<CollisionShape>();
    auto mesh = std::make_shared<ricochet::CompoundMesh>(ricochet::meshFromCompound(*compound));
    if (mesh->error.empty()) {
        collision_shape->top_level =
            std::shared_ptr<btCollisionShape>(mesh, mesh->shape.get());  // with its triangles
    }
    mesh = nullptr;
    ASSERT_TRUE(collision_shape->top_level);
    ManagedData cow;
    btCollisionShape* const other = moveItsShape(otherParts.compound, &cow);
    cow.manage(other);

    btCollisionObject a, b;
    a.setCollisionShape(collision_shape->top_level.get());
    b.setCollisionShape(other);
    const auto deepest = [](const std::vector<Reported::Point>& points) {
        btScalar least = BT_LARGE_FLOAT;
        for (const auto& point : points) least = std::min(least, point.depth);
        return least;
    };
    b.setWorldTransform(placedAt(btScalar(0.1), btScalar(2.05), btScalar(0.2)));
    const auto apart = ask(*dispatcher_, a, b, btScalar(0.1));
    EXPECT_NEAR(deepest(apart), 0.05, 1e-4);
    for (const auto& point : apart) {
        EXPECT_EQ(point.wrapperIndex, point.pointIndex);  // a triangle
        EXPECT_GE(point.pointIndex, 0);
    }
    EXPECT_TRUE(ask(*dispatcher_, a, b, btScalar(0.01)).empty());
    b.setWorldTransform(placedAt(btScalar(0.1), btScalar(1.9), btScalar(0.2)));
    EXPECT_NEAR(deepest(ask(*dispatcher_, a, b, btScalar(0.1))), -0.1, 1e-3);

    const BulletMesh small = boxMesh(btScalar(0.2), btScalar(0.2), btScalar(0.2));
    btBvhTriangleMeshShape inside(const_cast<btTriangleIndexVertexArray*>(&small.interface), true);
    btCollisionObject c;
    c.setCollisionShape(&inside);
    EXPECT_TRUE(ask(*dispatcher_, a, c, btScalar(0.1)).empty());

    // a link of two shapes
    btBoxShape box(btVector3(1, 1, 1));
    btCompoundShape link;
    link.addChildShape(placedAt(9, 0, 0), &box);
    link.addChildShape(btTransform::getIdentity(), other);
    b.setCollisionShape(&link);
    EXPECT_NEAR(deepest(ask(*dispatcher_, b, a, btScalar(0.1))), -0.1, 1e-3);
    ricochet::unregisterAlgorithms(dispatcher_.get());
    delete compound;
}

TEST(Godot, AsksAsItsModuleDoes) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher its(&configuration), *const dispatcher = &its;
    const std::string error = ricochet::registerAlgorithms(dispatcher);
    ERR_FAIL_COND_MSG(!error.empty(), error.c_str());

    BulletMesh cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape bvh(&cube.interface, true);
    btScaledBvhTriangleMeshShape concave(&bvh, btVector3(1, 1, 1));
    concave.setMargin(0);
    btCollisionShape* const mainShape = &concave;
    const btScalar mass = 2;
    btVector3 inertia(0, 0, 0);
    mainShape->calculateLocalInertia(mass, inertia);
    if (inertia.isZero() && mass > 0) inertia = ricochet::massProperties(*mainShape, mass).inertia;
    EXPECT_NEAR(inertia.x(), 2.0 * 8 / 12, 1e-5);

    // move_and_slide recovers from penetrations.
    btCapsuleShape capsule(btScalar(0.5), 1);
    btCollisionObject body, level;
    body.setCollisionShape(&capsule);
    level.setCollisionShape(mainShape);
    body.setWorldTransform(placedAt(0, btScalar(1.95), 0));
    btScalar deepest = 0;
    for (const auto& point : ask(its, body, level, 0, BT_CONTACT_POINT_ALGORITHMS)) {
        deepest = std::min(deepest, point.depth);
    }
    EXPECT_NEAR(deepest, -0.05, 1e-4);
    ricochet::unregisterAlgorithms(dispatcher);
}

}  // namespace
}  // namespace ricochet
