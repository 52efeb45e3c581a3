// Settings::meshInertia: Bullet computes no inertia for a mesh, and a body without inertia never turns.

#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <gtest/gtest.h>

#include <memory>

namespace ricochet {
namespace {

struct InertiaWorld : btMultiBodyDynamicsWorld {
    InertiaWorld(btDispatcher* dispatcher, btBroadphaseInterface* broadPhase, btConstraintSolver* solver,
                 btCollisionConfiguration* configuration)
        : btMultiBodyDynamicsWorld(dispatcher, broadPhase, static_cast<btMultiBodyConstraintSolver*>(solver),
                                   configuration) {}
};

/// A floor, and a world to which its users add bars of 2 m x 0.2 m x 0.4 m.
struct BarWorld : test::SolvedWorldOf<InertiaWorld> {
    test::BulletMesh floorMesh = test::boxMesh(8, 1, 8),
                     barMesh = test::boxMesh(1, btScalar(0.1), btScalar(0.2));
    btBvhTriangleMeshShape floor{&floorMesh.interface, true}, bar{&barMesh.interface, true};

    explicit BarWorld(bool isOn) : SolvedWorldOf(std::make_unique<btMultiBodyConstraintSolver>()) {
        Settings settings;
        settings.meshInertia = isOn;
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        add(floor, 0, {0, -1, 0});
    }
    ~BarWorld() { unregisterAlgorithms(&dispatcher); }
};

/// Of a bar of 3 kg: m / 12 times the sums of the squares of two sides.
const btVector3 kBarInertia(btScalar(0.05), btScalar(1.04), btScalar(1.01));
const btQuaternion kTilted(btVector3(0, 0, 1), btScalar(0.5));

void expectInertia(const btVector3& value, const btVector3& expected) {
    EXPECT_LT((value - expected).length(), 1e-5) << value.x() << ' ' << value.y() << ' ' << value.z();
}

TEST(MeshInertia, ATiltedBarFallsFlat) {
    for (const bool isOn : {false, true}) {
        BarWorld w(isOn);
        btRigidBody& body = w.add(w.bar, 3, {0, btScalar(0.7), 0});
        body.setMassProps(3, {0, 0, 0});
        body.setWorldTransform(btTransform(kTilted, body.getWorldTransform().getOrigin()));
        w.run(120);
        const btScalar slope = body.getWorldTransform().getBasis().getColumn(0).y();
        if (isOn) {
            expectInertia(body.getLocalInertia(), kBarInertia);
            EXPECT_NEAR(slope, 0, 0.02);
        } else {
            expectInertia(body.getLocalInertia(), {0, 0, 0});
            EXPECT_NEAR(slope, std::sin(0.5), 1e-3);
        }
    }
}

TEST(MeshInertia, BasesAndLinksOfMultiBodiesGetIt) {
    BarWorld w(true);
    btMultiBody body(1, 3, {0, 0, 0}, false, false);
    const btVector3 half(btScalar(1.1), 0, 0), at(0, btScalar(0.15), 0);
    body.setBasePos(at);
    body.setupRevolute(0, 3, {0, 0, 0}, -1, btQuaternion::getIdentity(), {0, 0, 1}, half, half, true);
    body.finalizeMultiDof();
    btMultiBodyLinkCollider base(&body, -1), link(&body, 0);
    for (btMultiBodyLinkCollider* collider : {&base, &link}) {
        collider->setCollisionShape(&w.bar);
        collider->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        w.world.addCollisionObject(collider, btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter);
    }
    link.getWorldTransform().setOrigin(at + 2 * half);
    body.setBaseCollider(&base);
    body.getLink(0).m_collider = &link;
    w.world.addMultiBody(&body);
    w.run(2);
    expectInertia(body.getBaseInertia(), kBarInertia);
    expectInertia(body.getLinkInertia(0), kBarInertia);
    w.world.removeMultiBody(&body);
    for (btMultiBodyLinkCollider* collider : {&base, &link}) w.world.removeCollisionObject(collider);
}

TEST(MeshInertia, WhatAProgramHasSetStays) {
    BarWorld w(true);
    btRigidBody& body = w.add(w.bar, 3, {0, btScalar(0.15), 0});
    body.setMassProps(3, {1, 2, 3});
    btBoxShape box(btVector3(1, 1, 1));
    btRigidBody& slider = w.add(box, 3, {4, btScalar(1.05), 0});
    slider.setMassProps(3, {0, 0, 0});
    w.run(2);
    expectInertia(body.getLocalInertia(), {1, 2, 3});
    expectInertia(slider.getLocalInertia(), {0, 0, 0});  // a box that must not turn
}

}  // namespace
}  // namespace ricochet
