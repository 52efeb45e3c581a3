#include "tests/plugin/region_settings.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/soft_nodes.h"
#include "tests/support/soft_rest.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::nodesInside;
using testing::StartsWith;

constexpr btScalar kStep = btScalar(1) / 60;

/// Gravity is 10 m/s² down (-y).
template <class World>
struct SoftWorldOf {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    World world;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btSoftBody>> soft;

    /// A null solver of soft bodies is Bullet's own.
    explicit SoftWorldOf(const Settings& settings = {}, btSoftBodySolver* softSolver = nullptr)
        : world(&dispatcher, &broadphase, &solver, &configuration, softSolver) {
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        setGravity(btVector3(0, -10, 0));
        world.getWorldInfo().m_sparsesdf.Initialize();
    }
    ~SoftWorldOf() {
        for (const auto& body : soft) world.removeSoftBody(body.get());
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
    void setGravity(const btVector3& gravity) {
        world.setGravity(gravity);
        world.getWorldInfo().m_gravity = gravity;
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass) {
        bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, btVector3(mass, mass, mass)));
        world.addRigidBody(bodies.back().get());
        return *bodies.back();
    }
    /// A horizontal square of a kilogram, its nodes two centimetres from what they touch.
    btSoftBody& addCloth(btScalar side, btScalar height, int nodes, const btVector3& velocity) {
        const btScalar s = side / 2;
        btSoftBody* const cloth = btSoftBodyHelpers::CreatePatch(
            world.getWorldInfo(), btVector3(-s, height, -s), btVector3(s, height, -s),
            btVector3(-s, height, s), btVector3(s, height, s), nodes, nodes, 0, true);
        cloth->m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
        cloth->m_cfg.piterations = 4;
        cloth->getCollisionShape()->setMargin(btScalar(0.02));
        cloth->setTotalMass(1);
        cloth->setVelocity(velocity);
        soft.emplace_back(cloth);
        world.addSoftBody(cloth);
        return *cloth;
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(kStep, 0);
    }
};

using SoftWorld = SoftWorldOf<btSoftRigidDynamicsWorld>;
using SweptSoftWorld = SoftWorldOf<SweptWorld<btSoftRigidDynamicsWorld>>;

btScalar lowestNode(const btSoftBody& cloth) {
    btScalar lowest = std::numeric_limits<btScalar>::infinity();
    for (int i = 0; i < cloth.m_nodes.size(); ++i) lowest = std::min(lowest, cloth.m_nodes[i].m_x.y());
    return lowest;
}

const btVector3 kAtRest(0, 0, 0);

TEST(SoftBodies, AClothLiesOnATorusWhereStockLosesIt) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    const auto lost = [&](const std::string& softMesh) {
        Settings settings;
        settings.softMesh = softMesh;
        SoftWorld w(settings);
        w.add(torus, 0);
        const btSoftBody& cloth = w.addCloth(btScalar(3.2), btScalar(0.6), 20, kAtRest);
        w.run(90);
        EXPECT_EQ(statistics(w.dispatcher).pairs > 0, softMesh == "ricochet");
        return nodesInside(cloth, mesh) + (lowestNode(cloth) < -2 ? cloth.m_nodes.size() : 0);
    };
    EXPECT_EQ(lost("ricochet"), 0);
    EXPECT_GT(lost("stock"), 0);
}

TEST(SoftBodies, AFastClothStaysOnItsSideOfAnOpenSurface) {
    BulletMesh mesh({{-2, 0, -2}, {2, 0, -2}, {2, 0, 2}, {-2, 0, 2}}, {{0, 2, 1}, {0, 3, 2}});
    btBvhTriangleMeshShape surface(&mesh.interface, true);
    for (const btScalar speed : {btScalar(10), btScalar(50)}) {
        SweptSoftWorld w;
        w.add(surface, 0);
        btSoftBody& fromAbove = w.addCloth(1, btScalar(0.1), 8, btVector3(0, -speed, 0));
        w.run(20);
        EXPECT_GT(lowestNode(fromAbove), 0) << speed;
    }
    SweptSoftWorld w;
    w.setGravity(btVector3(0, 10, 0));
    w.add(surface, 0);
    btSoftBody& fromBelow = w.addCloth(1, btScalar(-0.1), 8, btVector3(0, 20, 0));
    w.run(20);
    for (int i = 0; i < fromBelow.m_nodes.size(); ++i) EXPECT_LT(fromBelow.m_nodes[i].m_x.y(), 0);
}

/// Where no node of the cloth is near.
TEST(SoftBodies, ASpikeBetweenNodesHoldsAFace) {
    BulletMesh mesh({{0, 0, 0},
                     {btScalar(-0.3), -1, btScalar(-0.3)},
                     {btScalar(0.3), -1, btScalar(-0.3)},
                     {0, -1, btScalar(0.4)}},
                    {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}});
    btBvhTriangleMeshShape spike(&mesh.interface, true);
    SoftWorld w;
    w.add(spike, 0);
    btSoftBody& cloth = w.addCloth(2, btScalar(0.3), 4, kAtRest);
    for (int corner : {0, 3, 12, 15}) cloth.setMass(corner, 0);
    w.run(60);
    // The apex is in the middle cell, whose nodes are a third of a metre away.
    btScalar middle = 0;
    for (int node : {5, 6, 9, 10}) middle += cloth.m_nodes[node].m_x.y() / 4;
    EXPECT_GT(middle, -0.02);
    EXPECT_GT(cloth.m_nodes[5].m_x.y(), -0.3);
}

TEST(SoftBodies, ARopeHangsOverARidge) {
    BulletMesh mesh({{0, 0, -1}, {0, 0, 1}, {-1, -1, -1}, {-1, -1, 1}, {1, -1, -1}, {1, -1, 1}},
                    {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {0, 4, 2}, {1, 3, 5}, {2, 4, 5}, {2, 5, 3}});
    btBvhTriangleMeshShape roof(&mesh.interface, true);
    SoftWorld w;
    w.add(roof, 0);
    // Two nodes: only its edge meets the ridge.
    btSoftBody* const rope = btSoftBodyHelpers::CreateRope(
        w.world.getWorldInfo(), btVector3(-2, btScalar(0.5), 0), btVector3(2, btScalar(0.5), 0), 0, 0);
    rope->m_cfg.piterations = 4;
    rope->getCollisionShape()->setMargin(btScalar(0.02));
    w.soft.emplace_back(rope);
    w.world.addSoftBody(rope);
    w.run(60);
    EXPECT_GT((rope->m_nodes[0].m_x.y() + rope->m_nodes[1].m_x.y()) / 2, -0.05);
}

TEST(SoftBodies, MomentumIsHandedToAMovingMesh) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    SoftWorld w;
    w.setGravity(kAtRest);
    const btRigidBody& torus = w.add(shape, 2);
    btSoftBody& cloth = w.addCloth(btScalar(2.6), btScalar(0.5), 20, btVector3(0, -2, 0));
    const auto momentum = [&] {
        btVector3 sum = torus.getLinearVelocity() * 2;
        for (int i = 0; i < cloth.m_nodes.size(); ++i) sum += cloth.m_nodes[i].m_v / cloth.m_nodes[i].m_im;
        return sum;
    };
    EXPECT_NEAR(momentum().y(), -2, 1e-3);
    w.run(30);
    EXPECT_LT(torus.getLinearVelocity().y(), -0.3);
    EXPECT_NEAR(momentum().y(), -2, 0.02);
    EXPECT_NEAR(momentum().x(), 0, 0.02);
}

TEST(SoftBodies, OfClustersAreLeftToStock) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    SoftWorld w;
    w.add(torus, 0);
    btSoftBody& cloth = w.addCloth(2, btScalar(0.42), 6, kAtRest);
    cloth.generateClusters(4);
    w.run(5);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
    cloth.m_cfg.collisions = btSoftBody::fCollision::CL_RS;
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
    EXPECT_EQ(statistics(w.dispatcher).leftUnserved, 1);
}

TEST(SoftBodies, MayHaveNodesThatAreNotNumbersOrMeetAMeshThatCannotCollide) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4)), empty({}, {});
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    btGImpactMeshShape nothing(&empty.interface);
    SoftWorld w;
    w.add(torus, 0);
    w.add(nothing, 0);
    btSoftBody& cloth = w.addCloth(2, btScalar(0.5), 6, kAtRest);
    w.run(5);
    cloth.m_nodes[7].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
    w.run(3);
    EXPECT_EQ(w.bodies[0]->getWorldTransform().getOrigin().y(), 0);
}

TEST(SoftBodies, AnUnknownMethodIsAnError) {
    SoftWorld w;
    Settings settings;
    settings.softMesh = "rikochet";
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings),
                StartsWith("There is no contact method of soft bodies 'rikochet'"));
}

/// A compressed link pushes the node that rests above a cube, without a contact, into it.
TEST(SoftBodies, LinksPushNoNodesIntoMeshesWithTheSolver) {
    BulletMesh mesh = test::boxMesh(1, 1, 1);
    btBvhTriangleMeshShape cube(&mesh.interface, true);
    const btTransform inCompound(btQuaternion(btVector3(0, 1, 0), SIMD_HALF_PI), btVector3(5, 0, 0));
    btCompoundShape compound;
    compound.addChildShape(inCompound, &cube);
    const auto nodesPushedIn = [&](btSoftBodySolver* softSolver, btCollisionShape& shape,
                                   const btVector3& centre) {
        SoftWorld w({}, softSolver);
        w.setGravity(kAtRest);
        w.add(shape, 0);
        const btVector3 nodes[] = {
            centre + btVector3(0, btScalar(1.05), 0), centre + btVector3(0, btScalar(1.65), 0),
            centre + btVector3(btScalar(1.5), 0, 0)};  // so that bounding boxes overlap
        auto* const rope = new btSoftBody(&w.world.getWorldInfo(), 3, nodes, nullptr);
        rope->appendLink(0, 1);
        rope->m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
        rope->m_cfg.piterations = 4;
        rope->getCollisionShape()->setMargin(btScalar(0.02));
        w.soft.emplace_back(rope);
        w.world.addSoftBody(rope);
        w.run(1);  // in which Bullet measures the link
        rope->m_nodes[1].m_x = centre + btVector3(0, btScalar(1.15), 0);
        int inside = 0;
        for (int i = 0; i < 20; ++i) {
            w.run(1);
            for (int n = 0; n < 2; ++n) {
                const btVector3 x = (rope->m_nodes[n].m_x - centre).absolute();
                inside += x[x.maxAxis()] < 1;
            }
        }
        return inside;
    };
    for (const auto& [shape, centre] :
         {std::pair<btCollisionShape&, btVector3>(cube, btVector3(0, 0, 0)),
          std::pair<btCollisionShape&, btVector3>(compound, inCompound.getOrigin())}) {
        SoftBodySolver solver;
        EXPECT_GT(nodesPushedIn(nullptr, shape, centre), 0);
        EXPECT_EQ(nodesPushedIn(&solver, shape, centre), 0);
    }
}

void removeBodies(btDynamicsWorld* world, btScalar) {
    auto& bodies = *static_cast<std::vector<std::unique_ptr<btRigidBody>>*>(world->getWorldUserInfo());
    for (const auto& body : bodies) world->removeRigidBody(body.get());
    bodies.clear();
}

/// Bullet solves soft bodies after the callback, in which a program may delete what has no contacts.
TEST(SoftBodies, ABodyNearAClothMayBeDeletedInATickCallback) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    SoftBodySolver solver;
    SoftWorld w({}, &solver);
    w.add(torus, 1);
    const btSoftBody& cloth = w.addCloth(btScalar(0.5), 0, 6, kAtRest);  // in the hole
    w.world.setInternalTickCallback(removeBodies, &w.bodies);
    w.run(2);
    EXPECT_EQ(w.world.getNumCollisionObjects(), 1);
    EXPECT_LT(lowestNode(cloth), 0);
}

/// What the pair of a cloth had read whole was no longer of the step: whether others read a region of the
/// same shape depended on which of them came first.
TEST(SoftBodies, ReadAMeshInTheStepOfTheirPair) {
    const auto heightAt = [](double x, double z) { return 0.02 * std::sin(x) * z; };
    BulletMesh hills = test::groundMesh(40, heightAt, /*isClosed*/ true);
    btBvhTriangleMeshShape shape(&hills.interface, true);
    SoftWorld w(test::inRegionsAbove(1000));
    btRigidBody& falling = w.add(shape, 1);
    falling.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 50, 0)));
    w.addCloth(1, btScalar(50.01), 5, kAtRest);
    w.world.performDiscreteCollisionDetection();
    w.add(shape, 0);
    btSphereShape sphere(btScalar(0.5));
    w.add(sphere, 1).setWorldTransform(
        btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(0.4), 0)));
    notifyDeformed(shape);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).regionsCached, 1);
    release(shape);
    test::setLimits({});
}

/// The response of the body was computed at the node's end, kilometres away: it did not turn, and that of a
/// light one lost its sign.
TEST(SoftBodies, AFastClothTurnsTheBodyThatItHitsBesideItsCentre) {
    BulletMesh mesh = test::torusMesh(btScalar(0.4));
    btBvhTriangleMeshShape torus(&mesh.interface, true);
    for (const btScalar speed : {btScalar(300), btScalar(3000), btScalar(30000)}) {
        SoftWorld w;
        w.setGravity(kAtRest);
        const btRigidBody& body = w.add(torus, btScalar(0.1));
        btSoftBody& cloth = w.addCloth(btScalar(2.6), btScalar(0.5), 20, kAtRest);
        const btVector3 down(btScalar(0.3), -1, btScalar(0.2));
        for (int i = 0; i < cloth.m_nodes.size(); ++i) cloth.m_nodes[i].m_v = down * (i % 2 ? speed : -speed);
        w.world.stepSimulation(1, 0);
        const btScalar along = body.getLinearVelocity().length(),
                       turning = body.getAngularVelocity().length();
        EXPECT_LT(along, speed);
        EXPECT_GT(turning, btScalar(0.05) * speed);
        EXPECT_LT(turning, speed);
    }
}

}  // namespace
}  // namespace ricochet
