// Deformable bodies of Bullet's world for them, whose solver is another one than that of soft bodies.

#include "tests/support/bullet_mesh.h"
#include "tests/support/soft_nodes.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // in Bullet's headers, where they are inlined
#endif
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using Collision = btSoftBody::fCollision;

constexpr btScalar kFrame = btScalar(1) / 240;

struct DeformableWorld {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btDeformableBodySolver bodySolver;
    btDeformableMultiBodyConstraintSolver solver;
    std::unique_ptr<btDeformableMultiBodyDynamicsWorld> world;
    std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    std::vector<std::unique_ptr<btSoftBody>> cloths;
    std::unique_ptr<btMultiBody> links;

    /// `gravity`: m/s², down.
    explicit DeformableWorld(btScalar gravity, const Settings& settings = {}) {
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        solver.setDeformableSolver(&bodySolver);
        world = std::make_unique<btDeformableMultiBodyDynamicsWorld>(&dispatcher, &broadphase, &solver,
                                                                     &configuration, &bodySolver);
        world->setGravity(btVector3(0, -gravity, 0));
        world->getWorldInfo().m_gravity = world->getGravity();
        world->getWorldInfo().m_sparsesdf.Reset();
    }
    ~DeformableWorld() {
        for (const auto& cloth : cloths) world->removeSoftBody(cloth.get());
        if (links) world->removeMultiBody(links.get());
        for (const auto& object : objects) world->removeCollisionObject(object.get());
        world.reset();
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass) {
        auto body = std::make_unique<btRigidBody>(mass, nullptr, &shape, btVector3(mass, mass, mass));
        world->addRigidBody(body.get());
        objects.push_back(std::move(body));
        return *btRigidBody::upcast(objects.back().get());
    }
    /// The base of a multi-body that consists of nothing else.
    void addLink(btCollisionShape& shape, btScalar mass) {
        links = std::make_unique<btMultiBody>(0, mass, btVector3(mass, mass, mass), false, false);
        links->finalizeMultiDof();
        auto collider = std::make_unique<btMultiBodyLinkCollider>(links.get(), -1);
        collider->setCollisionShape(&shape);
        links->setBaseCollider(collider.get());
        world->addCollisionObject(collider.get(), btBroadphaseProxy::DefaultFilter,
                                  btBroadphaseProxy::AllFilter);
        world->addMultiBody(links.get());
        objects.push_back(std::move(collider));
    }
    /// A horizontal square of a kilogram, with springs between its nodes.
    btSoftBody& addCloth(btScalar side, btScalar height, int nodes, btScalar speed) {
        const btScalar s = side / 2;
        btSoftBody* const cloth = btSoftBodyHelpers::CreatePatch(
            world->getWorldInfo(), btVector3(-s, height, -s), btVector3(s, height, -s),
            btVector3(-s, height, s), btVector3(s, height, s), nodes, nodes, 0, true);
        cloths.emplace_back(cloth);
        cloth->getCollisionShape()->setMargin(btScalar(0.02));
        cloth->setTotalMass(1);
        cloth->m_cfg.collisions = Collision::SDF_RD | Collision::SDF_RDN;
        cloth->m_cfg.kDF = 1;
        cloth->setVelocity(btVector3(0, speed, 0));
        world->addSoftBody(cloth);
        addForce(*cloth, std::make_unique<btDeformableMassSpringForce>(btScalar(20), btScalar(0.2), true));
        addForce(*cloth, std::make_unique<btDeformableGravityForce>(world->getGravity()));
        return *cloth;
    }
    void addForce(btSoftBody& body, std::unique_ptr<btDeformableLagrangianForce> force) {
        world->addForce(&body, force.get());
        forces.push_back(std::move(force));
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world->stepSimulation(kFrame, 0);
    }
};

btVector3 momentumOf(const btSoftBody& body) {
    btVector3 sum(0, 0, 0);
    for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_v / body.m_nodes[i].m_im;
    return sum;
}

int nodesBelow(const btSoftBody& cloth, btScalar height) {
    int count = 0;
    for (int i = 0; i < cloth.m_nodes.size(); ++i) count += cloth.m_nodes[i].m_x.y() < height;
    return count;
}

Settings servedBy(const std::string& softMesh) {
    Settings settings;
    settings.softMesh = softMesh;
    return settings;
}

TEST(DeformableBodies, AClothLiesOnATorus) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    DeformableWorld w(10);
    w.add(torus, 0);
    const btSoftBody& cloth = w.addCloth(btScalar(3.2), btScalar(0.5), 16, 0);
    w.run(240);
    EXPECT_GT(statistics(w.dispatcher).contacts, 1000);
    EXPECT_EQ(test::nodesInside(cloth, mesh), 0);
    EXPECT_EQ(nodesBelow(cloth, -2), 0);
}

TEST(DeformableBodies, AFastClothStaysOnItsSideOfAnOpenSurface) {
    BulletMesh mesh({{-2, 0, -2}, {2, 0, -2}, {2, 0, 2}, {-2, 0, 2}}, {{0, 2, 1}, {0, 3, 2}});
    btBvhTriangleMeshShape surface(&mesh.interface, true);
    const auto nodesThatPassed = [&](btScalar speed, const std::string& softMesh) {
        DeformableWorld w(10, servedBy(softMesh));
        w.add(surface, 0);
        const btSoftBody& cloth = w.addCloth(1, btScalar(0.1), 8, -speed);
        w.run(80);
        return nodesBelow(cloth, 0);
    };
    EXPECT_EQ(nodesThatPassed(10, "ricochet"), 0);
    EXPECT_EQ(nodesThatPassed(50, "ricochet"), 0);
    EXPECT_EQ(nodesThatPassed(50, "stock"), 64);
}

/// Of what a cloth of 2 kg m/s has handed on after half a second, by how many kg m/s the sum is wrong.
/// Springs and contacts share the work in Bullet's solver, which loses some.
struct Exchange {
    btScalar handed, lost;

    Exchange(const btVector3& ofBody, const btSoftBody& cloth)
        : handed(-ofBody.y()), lost((ofBody + momentumOf(cloth) + btVector3(0, 2, 0)).length()) {}
};

void expectLessLossThanStock(const std::function<Exchange(const std::string& softMesh)>& run) {
    const Exchange ours = run("ricochet"), stock = run("stock");
    EXPECT_GT(ours.handed, 0.6);
    EXPECT_LT(ours.lost, 0.1);
    EXPECT_LT(ours.lost, stock.lost / 3);
}

TEST(DeformableBodies, MomentumIsHandedToAMovingMesh) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    expectLessLossThanStock([&](const std::string& softMesh) {
        DeformableWorld w(0, servedBy(softMesh));
        const btRigidBody& torus = w.add(shape, 2);
        const btSoftBody& cloth = w.addCloth(btScalar(2.6), btScalar(0.5), 12, -2);
        w.run(120);
        return Exchange(torus.getLinearVelocity() * 2, cloth);
    });
}

TEST(DeformableBodies, MomentumIsHandedToALinkOfAMultiBody) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    expectLessLossThanStock([&](const std::string& softMesh) {
        DeformableWorld w(0, servedBy(softMesh));
        w.addLink(shape, 2);
        const btSoftBody& cloth = w.addCloth(btScalar(2.6), btScalar(0.5), 12, -2);
        w.run(120);
        return Exchange(w.links->getBaseVel() * 2, cloth);
    });
}

/// Bullet finds no contacts of bodies without these flags.
TEST(DeformableBodies, WithoutNodesOrFacesThatCollideAreLeftToStock) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    DeformableWorld w(10);
    w.add(torus, 0);
    btSoftBody& cloth = w.addCloth(2, btScalar(0.41), 6, 0);
    cloth.m_cfg.collisions = Collision::SDF_RD;
    w.run(2);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 0);
    cloth.m_cfg.collisions |= Collision::SDF_RDF;
    w.run(2);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
}

}  // namespace
}  // namespace ricochet
