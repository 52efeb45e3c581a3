#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <random>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using testing::HasSubstr;

constexpr btScalar kTimeStep = btScalar(1) / 60;

/// A world with our broad phase and either solver; owns its bodies, not their shapes.
struct StateWorld {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    std::unique_ptr<btBroadphaseInterface> broadphase;
    std::unique_ptr<btConstraintSolver> solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;

    explicit StateWorld(
        const Settings& settings = {}, bool hasSmallSteps = false,
        std::unique_ptr<btBroadphaseInterface> broad = std::make_unique<SweepAndPruneBroadphase>())
        : broadphase(std::move(broad)),
          solver(hasSmallSteps ? std::make_unique<SmallStepsSolver>(dispatcher)
                               : std::make_unique<btSequentialImpulseConstraintSolver>()),
          world(&dispatcher, broadphase.get(), solver.get(), &configuration) {
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        world.setGravity(btVector3(0, btScalar(-9.81), 0));
    }
    ~StateWorld() {
        for (const auto& joint : joints) world.removeConstraint(joint.get());
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btTransform& pose) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape,
                                                      btScalar(0.2) * mass * btVector3(1, 1, 1));
        info.m_startWorldTransform = pose;
        bodies.push_back(std::make_unique<btRigidBody>(info));
        world.addRigidBody(bodies.back().get());
        return *bodies.back();
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(kTimeStep, 0);
    }
    /// All that is seen of the bodies.
    std::vector<btScalar> numbers() const {
        std::vector<btScalar> numbers;
        for (const auto& body : bodies) {
            const btTransform& pose = body->getWorldTransform();
            for (const btVector3& v :
                 {pose.getOrigin(), pose.getBasis()[0], pose.getBasis()[1], pose.getBasis()[2],
                  body->getLinearVelocity(), body->getAngularVelocity()})
                numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
            numbers.push_back(btScalar(body->getActivationState()));
        }
        return numbers;
    }
};

/// Each kind that can collide, about half a metre large.
struct AllShapes {
    BulletMesh cube = boxMesh(btScalar(0.3), btScalar(0.3), btScalar(0.3)), floor = boxMesh(5, 1, 5),
               ring = test::torusMesh(btScalar(0.4), 8, 5);
    btBvhTriangleMeshShape bvh{&cube.interface, true}, ground{&floor.interface, true},
        torus{&ring.interface, true};
    btScaledBvhTriangleMeshShape scaled{&bvh, btVector3(1, btScalar(1.5), 1)},
        smallTorus{&torus, btVector3(btScalar(0.4), btScalar(0.4), btScalar(0.4))};
    btMultimaterialTriangleMeshShape material{&cube.interface, true};
    btGImpactMeshShape gimpact{&cube.interface};
    std::vector<float> heights = std::vector<float>(36, 0.F);
    btHeightfieldTerrainShape terrain{6, 6, heights.data(), btScalar(-1), btScalar(1), 1, false};
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btBoxShape box{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.4))};
    btConvexHullShape hull;
    btSphereShape sphere{btScalar(0.3)};
    btCapsuleShape capsule{btScalar(0.2), btScalar(0.4)};
    btCylinderShape cylinder{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.3))};
    btConeShape cone{btScalar(0.3), btScalar(0.5)};
    btCompoundShape meshes, mixed;

    AllShapes() {
        gimpact.updateBound();
        for (const auto& v :
             {btVector3(-1, 0, 0), btVector3(1, 0, 0), btVector3(0, 1, 0), btVector3(0, 0, 1)})
            hull.addPoint(btScalar(0.4) * v);
        const auto at = [](btScalar x) {
            return btTransform(btQuaternion::getIdentity(), btVector3(x, 0, 0));
        };
        meshes.addChildShape(at(btScalar(-0.3)), &bvh);
        meshes.addChildShape(at(btScalar(0.4)), &smallTorus);
        mixed.addChildShape(at(btScalar(-0.2)), &box);
        mixed.addChildShape(at(btScalar(0.3)), &sphere);
        mixed.addChildShape(at(btScalar(0.5)), &hull);
    }
    std::vector<btCollisionShape*> moving() {
        return {&bvh,    &scaled,  &smallTorus, &material, &gimpact, &box,  &hull,
                &sphere, &capsule, &cylinder,   &cone,     &meshes,  &mixed};
    }
    std::vector<btCollisionShape*> grounds() { return {&ground, &terrain, &plane}; }
};

/// Bodies of random kinds that fall onto a random ground, close together.
void fill(StateWorld& w, AllShapes& shapes, std::mt19937& random) {
    std::uniform_real_distribution<btScalar> place(btScalar(-0.7), btScalar(0.7)), angle(-3, 3);
    btCollisionShape* const ground = shapes.grounds()[random() % 3];
    w.add(*ground, 0,
          btTransform(btQuaternion::getIdentity(), btVector3(0, ground == &shapes.ground ? -1 : 0, 0)));
    const std::vector<btCollisionShape*> kinds = shapes.moving();
    for (int i = 0; i < 6; ++i) {
        const btQuaternion turn(angle(random), angle(random), angle(random));
        w.add(*kinds[random() % kinds.size()], 1,
              btTransform(turn, btVector3(place(random), btScalar(0.6) + btScalar(0.4) * btScalar(i),
                                          place(random))));
    }
    if (random() % 2 == 0) {
        w.joints.push_back(std::make_unique<btPoint2PointConstraint>(
            *w.bodies[1], *w.bodies[2], btVector3(0, btScalar(0.4), 0), btVector3(0, btScalar(-0.4), 0)));
        w.world.addConstraint(w.joints.back().get(), true);
    }
}

void expectContinues(StateWorld& w, const std::string& what, int steps = 25) {
    w.run(2 * steps);
    const WorldState state = saveState(w.world);
    const std::vector<btScalar> saved = w.numbers();
    w.run(steps);
    const std::vector<btScalar> end = w.numbers();
    for (int later : {0, steps}) {
        w.run(later);
        ASSERT_EQ(restoreState(w.world, state), "");
        EXPECT_EQ(w.numbers(), saved) << what;
        w.run(steps);
        EXPECT_EQ(w.numbers(), end) << what << ", restored after " << steps + later << " steps";
    }
}

class WorldStates : public testing::TestWithParam<std::string> {};

TEST_P(WorldStates, ContinueBitForBit) {
    const bool isSlow = GetParam() == "octree-detector";  // tens of milliseconds a step
    const int worlds = isSlow ? 1 : 200 / static_cast<int>(narrowPhases().size() - 1) + 1;
    AllShapes shapes;
    std::mt19937 random(42);
    for (int i = 0; i < worlds && !HasFailure(); ++i) {
        Settings settings;
        settings.narrowPhase = GetParam();
        if (i % 3 == 2) settings.convexConvex = "convex-features";
        if (i % 5 == 4) settings.roundMesh = settings.hullMesh = "stock";
        StateWorld w(settings, i % 2 == 1);
        fill(w, shapes, random);
        expectContinues(w, "world " + std::to_string(i), isSlow ? 6 : 25);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, WorldStates, testing::ValuesIn(narrowPhases()), [](const auto& test) {
    std::string name = test.param;
    std::erase(name, '-');
    return name;
});

TEST(WorldState, SleepingBodiesGoOnSleeping) {
    AllShapes shapes;
    StateWorld w;
    w.add(shapes.ground, 0, btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    btRigidBody& body =
        w.add(shapes.bvh, 1, btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(0.4), 0)));
    w.run(300);
    ASSERT_EQ(body.getActivationState(), ISLAND_SLEEPING);
    expectContinues(w, "asleep");
    EXPECT_EQ(body.getActivationState(), ISLAND_SLEEPING);
}

/// Its boxes depend on the past, so that its pairs may differ afterwards.
TEST(WorldState, IsRestoredWithBulletsBroadPhase) {
    AllShapes shapes;
    std::mt19937 random(7);
    for (int i = 0; i < 5; ++i) {
        StateWorld w({}, i % 2 == 1, std::make_unique<btDbvtBroadphase>());
        fill(w, shapes, random);
        w.run(40);
        const WorldState state = saveState(w.world);
        const std::vector<btScalar> saved = w.numbers();
        w.run(30);
        ASSERT_EQ(restoreState(w.world, state), "");
        EXPECT_EQ(w.numbers(), saved);
        w.run(30);
    }
}

TEST(WorldState, ClearedWorldStartsAnew) {
    AllShapes shapes;
    StateWorld w;
    w.add(shapes.ground, 0, btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    btRigidBody& body =
        w.add(shapes.bvh, 1, btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(0.35), 0)));
    w.run(60);
    EXPECT_GT(w.dispatcher.getNumManifolds(), 0);
    clearState(w.world);
    EXPECT_EQ(w.dispatcher.getNumManifolds(), 0);
    const btScalar height = body.getWorldTransform().getOrigin().y();
    w.run(60);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), height, 0.005);
}

TEST(WorldState, SaysWhatIsWrong) {
    AllShapes shapes;
    StateWorld w, other;
    btRigidBody& body = w.add(shapes.bvh, 1, btTransform::getIdentity());
    const WorldState state = saveState(w.world);
    EXPECT_THAT(restoreState(other.world, state), HasSubstr("another world"));
    EXPECT_THAT(restoreState(w.world, {}), HasSubstr("Nothing was saved"));
    w.world.removeRigidBody(&body);
    EXPECT_THAT(restoreState(w.world, state), HasSubstr("removed"));
    w.world.addRigidBody(&body);
    EXPECT_EQ(restoreState(w.world, state), "");
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_THAT(restoreState(w.world, state), HasSubstr("not registered"));
    EXPECT_EQ(saveState(w.world).saved(), nullptr);
}

}  // namespace
}  // namespace ricochet
