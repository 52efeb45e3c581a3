// A program that is compiled without run-time type information, as many programs with Bullet are. Objects of
// its classes have none: the library would crash where it asked for it.

#include "tests/no_rtti/own_classes.h"
#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/mktree_worlds.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace ricochet::test {
namespace {

/// Tori, compounds of them and polyhedra on floors, all of the program's own classes.
template <class Solver = own::SequentialSolver>
class OwnWorld {
public:
    explicit OwnWorld(const Settings& settings = {}) {
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        world.setGravity({0, -10, 0});
        polyhedron_.asOwn();
        for (const int side : {-1, 1}) {
            compound_.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(side), 0, 0)),
                                    &torus_);
        }
        add(floor_, 0, {0, -1, 0});
        add(ownFloor_, 0, {-50, -1, 0});
        add(torus_, 1, {0, btScalar(0.35), 0});
        add(torus_, 1, {btScalar(0.1), btScalar(1.05), 0});
        add(compound_, 1, {6, btScalar(0.35), 0});
        add(compound_, 1, {6, btScalar(1.05), btScalar(0.1)});
        add(polyhedron_, 1, {-50, btScalar(0.5), 0});
        add(polyhedron_, 1, {-50, btScalar(1.5), 0});
    }
    ~OwnWorld() {
        for (const auto& body : bodies) world.removeRigidBody(body.get());
        unregisterAlgorithms(&dispatcher);
    }
    OwnWorld(const OwnWorld&) = delete;
    OwnWorld& operator=(const OwnWorld&) = delete;

    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(btScalar(1) / 60, 0);
    }
    std::vector<btScalar> state() const {
        std::vector<btScalar> all;
        for (const auto& body : bodies) {
            const btVector3 &at = body->getWorldTransform().getOrigin(),
                            &velocity = body->getLinearVelocity();
            all.insert(all.end(), {at.x(), at.y(), at.z(), velocity.x(), velocity.y(), velocity.z()});
        }
        return all;
    }

private:
    void add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, mass * btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(at);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
    }

    BulletMesh torusFaces_ = torusMesh(btScalar(0.3)), groundFaces_ = boxMesh(20, 1, 20);
    btBvhTriangleMeshShape torus_{&torusFaces_.interface, true}, floor_{&groundFaces_.interface, true};
    own::Mesh ownFloor_{floor_};
    own::Polyhedron polyhedron_ = [] {
        own::Polyhedron box;
        for (int i = 0; i < 8; ++i) {
            const auto half = [&](int bit) { return btScalar(i & bit ? 0.5 : -0.5); };
            box.addPoint({half(1), half(2), half(4)});
        }
        return box;
    }();
    btCompoundShape compound_;
    btDefaultCollisionConfiguration configuration_;

public:
    own::Dispatcher dispatcher{&configuration_};
    own::Broadphase broadphase;
    Solver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration_};
    std::vector<std::unique_ptr<btRigidBody>> bodies;  ///< both floors first
};

TEST(WithoutTypeInformation, EveryNarrowPhaseServesAWorld) {
    for (const std::string& name : narrowPhases()) {
        Settings settings;
        settings.narrowPhase = name;
        settings.convexConvex = "convex-features";
        OwnWorld<own::SmallSteps> w(settings);
        w.run(20);
        EXPECT_GT(statistics(w.dispatcher).contacts, 0) << name;
        EXPECT_GT(w.solver.calls, 0);
        EXPECT_GT(w.broadphase.calls, 0);
        for (const auto& body : w.bodies) EXPECT_GT(body->getWorldTransform().getOrigin().y(), -2) << name;
    }
}

template <class World>
void expectTheWorldContinuesFromItsState(World& w) {
    w.world.getSolverInfo().m_solverMode |= SOLVER_RANDMIZE_ORDER;
    w.run(10);
    const WorldState saved = saveState(w.world);
    ASSERT_NE(saved.saved(), nullptr);
    w.run(10);
    const std::vector<btScalar> expected = w.state();
    EXPECT_EQ(restoreState(w.world, saved), "");
    EXPECT_NE(w.state(), expected);
    w.run(10);
    EXPECT_EQ(w.state(), expected);
}

template <class World>
void expectTheSolversSeedIsRestored(World& w) {
    w.solver.setRandSeed(77);
    const WorldState saved = saveState(w.world);
    w.solver.setRandSeed(5);
    EXPECT_EQ(restoreState(w.world, saved), "");
    EXPECT_EQ(w.solver.getRandSeed(), 77u);
}

TEST(WithoutTypeInformation, AWorldContinuesFromItsStateAndItsSolversSeed) {
    OwnWorld<own::SequentialSolver> w;
    expectTheWorldContinuesFromItsState(w);
    expectTheSolversSeedIsRestored(w);
}

TEST(WithoutTypeInformation, AWorldContinuesFromItsStateWithASolverDerivedFromOurs) {
    OwnWorld<own::SmallSteps> w;
    expectTheWorldContinuesFromItsState(w);
    expectTheSolversSeedIsRestored(w);
}

TEST(WithoutTypeInformation, ASolverOfBulletsTypeButNotOfItsClassIsLeftAlone) {
    OwnWorld<own::ForwardingSolver> w;
    w.run(10);
    w.solver.inner.setRandSeed(77);
    const WorldState saved = saveState(w.world);
    ASSERT_NE(saved.saved(), nullptr);
    EXPECT_EQ(restoreState(w.world, saved), "");
    EXPECT_EQ(w.solver.inner.getRandSeed(), 77u);
}

TEST(WithoutTypeInformation, ADispatcherThatIsNotOfBulletsClassHasNothingOfOurs) {
    OwnWorld<own::SmallSteps> w;
    w.run(1);
    const auto forwarder = std::make_unique<own::Forwarder>(w.dispatcher);
    btDefaultCollisionConfiguration configuration;
    btDbvtBroadphase broadphase;
    own::SmallSteps solver;
    btDiscreteDynamicsWorld world(forwarder.get(), &broadphase, &solver, &configuration);
    btRigidBody falling(1, nullptr, w.bodies[2]->getCollisionShape(), btVector3(1, 1, 1));
    world.addRigidBody(&falling);
    for (int i = 0; i < 3; ++i) world.stepSimulation(btScalar(1) / 60, 0);
    EXPECT_EQ(saveState(world).saved(), nullptr);
    EXPECT_NE(saveState(w.world).saved(), nullptr);
    own::Drawer drawer;
    EXPECT_NE(debugDraw(world, drawer), "");
    world.removeRigidBody(&falling);
}

TEST(WithoutTypeInformation, OwnCallbacksReceiveEachPoint) {
    OwnWorld w;
    w.run(40);
    own::ContactCounter counter;
    w.world.contactTest(w.bodies[2].get(), counter);
    EXPECT_GT(counter.points, 0);

    const btCollisionObjectWrapper a(nullptr, w.bodies[2]->getCollisionShape(), w.bodies[2].get(),
                                     w.bodies[2]->getWorldTransform(), -1, -1),
        b(nullptr, w.bodies[3]->getCollisionShape(), w.bodies[3].get(), w.bodies[3]->getWorldTransform(), -1,
          -1);
    btCollisionAlgorithm* const algorithm =
        w.dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    own::Result result(&a, &b);
    algorithm->processCollision(&a, &b, w.world.getDispatchInfo(), &result);
    EXPECT_GT(result.points, 0);
    btManifoldResult bullets(&a, &b);
    algorithm->processCollision(&a, &b, w.world.getDispatchInfo(), &bullets);
    btManifoldArray manifolds;
    algorithm->getAllContactManifolds(manifolds);
    EXPECT_EQ(manifolds.size(), 1);
    algorithm->~btCollisionAlgorithm();
    w.dispatcher.freeCollisionAlgorithm(algorithm);
}

TEST(WithoutTypeInformation, AnOwnRayReadsTheLeavesOnItsPathAlone) {
    const ObjectsInFile file(objectsOf(groundOf(120, hills)), 60);
    MkTreeShape ground(file.open());
    const long long leaves = ground.file()->statistics().leaves;
    const btVector3 all(1000, 1000, 1000);
    own::Ray ray(btVector3(btScalar(0.1), 50, btScalar(0.1)), btVector3(btScalar(0.1), -50, btScalar(0.1)));
    ground.processAllTriangles(&ray, -all, all);
    EXPECT_GT(ray.hits, 0);
    EXPECT_LT(ground.file()->statistics().leavesRead, leaves / 10);
    own::TriangleCounter counter;
    ground.processAllTriangles(&counter, -all, all);
    EXPECT_EQ(counter.triangles, ground.file()->statistics().triangles);
}

TEST(WithoutTypeInformation, OwnAlgorithmsRegisteredOverOursAreFound) {
    Settings settings;
    settings.keepRegistration = true;
    settings.report = [](const Report&) {};
    OwnWorld w(settings);
    own::CreateFunction none;
    w.dispatcher.registerCollisionCreateFunc(TRIANGLE_MESH_SHAPE_PROXYTYPE, TRIANGLE_MESH_SHAPE_PROXYTYPE,
                                             &none);
    w.run(10);
    EXPECT_GT(statistics(w.dispatcher).tookBack, 0);
    EXPECT_GT(statistics(w.dispatcher).contacts, 0);
}

TEST(WithoutTypeInformation, ADerivedBroadPhaseIsDrawn) {
    OwnWorld w;
    w.run(10);
    own::Drawer contacts, boxes;
    EXPECT_EQ(debugDraw(w.world, contacts), "");
    DebugDrawing what;
    what.broadPhase = true;
    EXPECT_EQ(debugDraw(w.world, boxes, what), "");
    EXPECT_GT(boxes.lines, contacts.lines);
}

}  // namespace
}  // namespace ricochet::test
