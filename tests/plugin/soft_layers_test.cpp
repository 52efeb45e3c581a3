// Cloth against cloth, and against itself. The oracle: no triangle of one layer intersects another one, by
// the exact test.

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/build_kind.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

constexpr btScalar kFrame = btScalar(1) / 60;
constexpr btScalar kClothMargin = btScalar(0.02);

/// What serves soft bodies.
enum class Server { stock, pairs, solver };

/// A world without gravity unless it is set.
struct LayerWorld {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    std::unique_ptr<btSoftBodySolver> softSolver;
    std::unique_ptr<SweptWorld<btSoftRigidDynamicsWorld>> world;
    std::vector<std::unique_ptr<btSoftBody>> cloths;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    explicit LayerWorld(Server server) {
        if (server != Server::stock) {
            EXPECT_EQ(registerAlgorithms(&dispatcher, {}), "");
        }
        if (server == Server::solver) softSolver = std::make_unique<SoftBodySolver>();
        world = std::make_unique<SweptWorld<btSoftRigidDynamicsWorld>>(&dispatcher, &broadphase, &solver,
                                                                       &configuration, softSolver.get());
        setGravity(0);
    }
    ~LayerWorld() {
        for (const auto& cloth : cloths) world->removeSoftBody(cloth.get());
        for (const auto& body : bodies) world->removeRigidBody(body.get());
        world.reset();
    }
    void setGravity(btScalar down) {
        world->setGravity(btVector3(0, -down, 0));
        world->getWorldInfo().m_gravity = btVector3(0, -down, 0);
    }

    /// A horizontal square of a kilogram.
    btSoftBody& addCloth(const btVector3& centre, btScalar side, int nodes, btScalar speed) {
        const btScalar s = side / 2;
        btSoftBody* const cloth = btSoftBodyHelpers::CreatePatch(
            world->getWorldInfo(), centre + btVector3(-s, 0, -s), centre + btVector3(s, 0, -s),
            centre + btVector3(-s, 0, s), centre + btVector3(s, 0, s), nodes, nodes, 0, true);
        cloth->m_cfg.collisions = btSoftBody::fCollision::SDF_RS | btSoftBody::fCollision::VF_SS;
        cloth->m_cfg.piterations = 4;
        cloth->getCollisionShape()->setMargin(kClothMargin);
        cloth->setTotalMass(1);
        cloth->setVelocity(btVector3(0, speed, 0));
        cloths.emplace_back(cloth);
        world->addSoftBody(cloth);
        return *cloth;
    }
    void addGround() {
        static btStaticPlaneShape plane(btVector3(0, 1, 0), 0);
        bodies.push_back(std::make_unique<btRigidBody>(btScalar(0), nullptr, &plane));
        world->addRigidBody(bodies.back().get());
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world->stepSimulation(kFrame, 0);
    }
};

Triangle triangleOf(const btSoftBody::Face& face) {
    const auto corner = [&](int k) {
        const btVector3& x = face.m_n[k]->m_x;
        return Vec3(x.x(), x.y(), x.z());
    };
    return {corner(0), corner(1), corner(2)};
}

bool shareNode(const btSoftBody::Face& f, const btSoftBody::Face& g) {
    return std::any_of(f.m_n, f.m_n + 3, [&](const btSoftBody::Node* node) {
        return std::find(g.m_n, g.m_n + 3, node) != g.m_n + 3;
    });
}

int intersections(const btSoftBody& a, const btSoftBody& b) {
    int count = 0;
    for (int i = 0; i < a.m_faces.size(); ++i) {
        for (int k = &a == &b ? i + 1 : 0; k < b.m_faces.size(); ++k) {
            if (!shareNode(a.m_faces[i], b.m_faces[k]))
                count += intersects(triangleOf(a.m_faces[i]), triangleOf(b.m_faces[k]));
        }
    }
    return count;
}

/// Nodes of the upper cloth that are below all nodes of the lower one.
int nodesThatPassed(const btSoftBody& upper, const btSoftBody& lower) {
    btScalar lowest = std::numeric_limits<btScalar>::infinity();
    for (int i = 0; i < lower.m_nodes.size(); ++i) lowest = std::min(lowest, lower.m_nodes[i].m_x.y());
    int count = 0;
    for (int i = 0; i < upper.m_nodes.size(); ++i) count += upper.m_nodes[i].m_x.y() < lowest;
    return count;
}

struct Outcome {
    int crossings = 0, passed = 0;
};

/// Of the worst step, and at the end.
Outcome dropOneOnTheOther(Server server, btScalar speed, int steps) {
    LayerWorld w(server);
    w.setGravity(10);
    btSoftBody& lower = w.addCloth(btVector3(0, 0, 0), 2, 16, 0);
    btSoftBody& upper = w.addCloth(btVector3(btScalar(0.03), btScalar(0.3), btScalar(0.05)), 1, 13, -speed);
    for (int corner : {0, 15, 240, 255}) lower.setMass(corner, 0);
    Outcome outcome;
    for (int i = 0; i < steps; ++i) {
        w.run(1);
        outcome.crossings = std::max(outcome.crossings, intersections(lower, upper));
    }
    outcome.passed = nodesThatPassed(upper, lower);
    return outcome;
}

TEST(SoftLayers, AClothThatFallsOnAnotherLiesOnIt) {
    for (const btScalar speed : {btScalar(0), btScalar(10), btScalar(40)}) {
        const Outcome ours = dropOneOnTheOther(Server::solver, speed, 90);
        if (!test::kIsSlowBuild) {
            const Outcome stock = dropOneOnTheOther(Server::stock, speed, 90);
            const Outcome pairs = dropOneOnTheOther(Server::pairs, speed, 90);
            std::printf(
                "at %g m/s, crossing faces in the worst step, nodes below at the end: stock %d, %d; pairs "
                "%d, %d; with SoftBodySolver %d, %d\n",
                double(speed), stock.crossings, stock.passed, pairs.crossings, pairs.passed, ours.crossings,
                ours.passed);
        }
        EXPECT_EQ(ours.crossings, 0) << speed;
        EXPECT_EQ(ours.passed, 0) << speed;
    }
}

/// Between two fixed layers 0.4 metres apart, at `speed` metres per second.
Outcome throwBetweenFixedLayers(Server server, btScalar speed) {
    LayerWorld w(server);
    btSoftBody& lower = w.addCloth(btVector3(0, 0, 0), 1, 7, 0);
    btSoftBody& upper = w.addCloth(btVector3(0, btScalar(0.4), 0), 1, 7, 0);
    btSoftBody& thrown =
        w.addCloth(btVector3(btScalar(0.03), btScalar(0.2), btScalar(0.05)), btScalar(0.5), 6, speed);
    for (btSoftBody* const layer : {&lower, &upper}) {
        for (int i = 0; i < layer->m_nodes.size(); ++i) layer->setMass(i, 0);
    }
    Outcome outcome;
    for (int i = 0; i < 20; ++i) {
        w.run(1);
        outcome.crossings =
            std::max({outcome.crossings, intersections(lower, thrown), intersections(upper, thrown)});
    }
    outcome.passed = nodesThatPassed(thrown, lower) + nodesThatPassed(upper, thrown);
    for (int i = 0; i < lower.m_nodes.size(); ++i) {
        EXPECT_EQ(lower.m_nodes[i].m_x.y(), 0) << i;
        EXPECT_EQ(upper.m_nodes[i].m_x.y(), btScalar(0.4)) << i;
    }
    return outcome;
}

TEST(SoftLayers, AFixedClothStopsAnother) {
    const auto expectStopped = [](Server server, btScalar speed) {
        const Outcome outcome = throwBetweenFixedLayers(server, speed);
        EXPECT_EQ(outcome.crossings, 0) << speed;
        EXPECT_EQ(outcome.passed, 0) << speed;
    };
    for (const btScalar direction : {btScalar(-1), btScalar(1)}) {
        expectStopped(Server::pairs, 2 * direction);
        expectStopped(Server::solver, 20 * direction);
    }
}

/// Two layers joined along a fold, the upper one 4 centimetres above the lower one.
void fold(btSoftBody& cloth, btScalar gap) {
    for (int i = 0; i < cloth.m_nodes.size(); ++i) {
        btVector3& x = cloth.m_nodes[i].m_x;
        if (x.x() > 0) x = btVector3(-x.x() - btScalar(0.01), x.y() + gap, x.z() + btScalar(0.01));
        cloth.m_nodes[i].m_q = x;
    }
}

int crossingsOfFold(Server server, bool isOnGround) {
    LayerWorld w(server);
    w.setGravity(isOnGround ? 10 : 0);
    if (isOnGround) w.addGround();
    btSoftBody& cloth = w.addCloth(btVector3(0, btScalar(0.05), 0), 1, 20, 0);
    cloth.setSelfCollision(true);
    fold(cloth, btScalar(0.06));
    EXPECT_EQ(intersections(cloth, cloth), 0);
    if (!isOnGround) {  // its layers approach at 10 m/s
        for (int i = 0; i < cloth.m_nodes.size(); ++i) {
            const bool isUpper = cloth.m_nodes[i].m_x.y() > btScalar(0.08);
            cloth.m_nodes[i].m_v = btVector3(0, isUpper ? -5 : 5, 0);
        }
    }
    int worst = 0;
    for (int i = 0; i < 60; ++i) {
        w.run(1);
        worst = std::max(worst, intersections(cloth, cloth));
    }
    return worst;
}

TEST(SoftLayers, AFoldedClothDoesNotPassThroughItself) {
    for (const bool isOnGround : {true, false}) {
        const int stock = crossingsOfFold(Server::stock, isOnGround);
        const int ours = crossingsOfFold(Server::solver, isOnGround);
        std::printf("%s, crossing faces in the worst step: stock %d, ours %d\n",
                    isOnGround ? "folded on the ground" : "layers that approach at 10 m/s", stock, ours);
        EXPECT_GT(stock, 0);
        EXPECT_EQ(ours, 0);
    }
}

TEST(SoftLayers, MomentumIsPreserved) {
    LayerWorld w(Server::solver);
    btSoftBody& lower = w.addCloth(btVector3(0, 0, 0), 1, 12, 0);
    btSoftBody& upper = w.addCloth(btVector3(btScalar(0.03), btScalar(0.2), 0), 1, 9, -3);
    const auto momentum = [](const btSoftBody& cloth) {
        btVector3 sum(0, 0, 0);
        for (int i = 0; i < cloth.m_nodes.size(); ++i) sum += cloth.m_nodes[i].m_v / cloth.m_nodes[i].m_im;
        return sum;
    };
    w.run(30);
    std::printf("momenta: %g and %g\n", double(momentum(lower).y()), double(momentum(upper).y()));
    EXPECT_LT(momentum(lower).y(), -0.5);
    EXPECT_NEAR((momentum(lower) + momentum(upper)).y(), -3, 0.03);
}

TEST(SoftLayers, ServeTheDispatchersRow) {
    LayerWorld w(Server::pairs);
    w.addCloth(btVector3(0, 0, 0), 1, 8, 0);
    btSoftBody& upper = w.addCloth(btVector3(0, btScalar(0.03), 0), 1, 8, -1);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
    EXPECT_GT(statistics(w.dispatcher).contacts, 0);
    EXPECT_GT(upper.m_scontacts.size(), 0);
    upper.m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
    w.run(1);
    EXPECT_EQ(upper.m_scontacts.size(), 0);
}

TEST(SoftLayers, NodesThatAreNotNumbersAreIgnored) {
    LayerWorld w(Server::solver);
    btSoftBody& lower = w.addCloth(btVector3(0, 0, 0), 1, 6, 0);
    w.addCloth(btVector3(0, btScalar(0.03), 0), 1, 6, -1).setSelfCollision(true);
    w.run(2);
    lower.m_nodes[7].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
    w.run(3);
    EXPECT_GT(w.cloths[1]->m_nodes[0].m_x.y(), -1);
}

}  // namespace
}  // namespace ricochet
