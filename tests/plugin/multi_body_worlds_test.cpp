// Worlds of multi-bodies keep Bullet's own solver for them: their contacts are prepared for one velocity.

#include "adapters/manifold/raw_point.h"
#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::SolvedWorldOf;

class MultiBodyWorld : public btMultiBodyDynamicsWorld {
public:
    MultiBodyWorld(btDispatcher* dispatcher, btBroadphaseInterface* broadPhase, btConstraintSolver* solver,
                   btCollisionConfiguration* configuration)
        : btMultiBodyDynamicsWorld(dispatcher, broadPhase, static_cast<btMultiBodyConstraintSolver*>(solver),
                                   configuration) {}
};

const btVector3 kCubeInertia = btScalar(2) / 3 * btVector3(1, 1, 1);  // kg m^2: a cube of 1 kg and 2 m

struct FloorAndCube {
    test::BulletMesh floorMesh = test::boxMesh(8, 1, 8), cubeMesh = test::boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&floorMesh.interface, true}, cube{&cubeMesh.interface, true};
};

/// Two cubes on a floor, all of them meshes.
template <class World>
struct MeshesAtRest : FloorAndCube, SolvedWorldOf<World> {
    explicit MeshesAtRest(std::unique_ptr<btConstraintSolver> solver)
        : SolvedWorldOf<World>(std::move(solver)) {
        EXPECT_EQ(registerAlgorithms(&this->dispatcher), "");
        this->world.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
        this->add(floor, 0, {0, -1, 0});
        for (const btScalar height : {btScalar(1.1), btScalar(3.3)}) {
            btRigidBody& body = this->add(cube, 1, {height / 10, height, 0});
            body.setMassProps(1, kCubeInertia);
            body.setAngularVelocity({btScalar(0.3), 1, 0});
        }
    }
    ~MeshesAtRest() { unregisterAlgorithms(&this->dispatcher); }

    int points(bool areRaw) {
        int count = 0;
        for (int m = 0; m < this->dispatcher.getNumManifolds(); ++m) {
            const btPersistentManifold& manifold = *this->dispatcher.getManifoldByIndexInternal(m);
            for (int i = 0; i < manifold.getNumContacts(); ++i)
                count += rawOwner(manifold.getContactPoint(i)).has_value() == areRaw;
        }
        return count;
    }
};

using MultiBodiesAtRest = MeshesAtRest<MultiBodyWorld>;

/// A base and a link, both cubes, with a hinge between them.
class HingedCubes {
public:
    HingedCubes(btMultiBodyDynamicsWorld& world, btCollisionShape& cube, const btVector3& at)
        : world_(world) {
        const btVector3 half(btScalar(1.1), 0, 0);
        multiBody.setBasePos(at);
        multiBody.setupRevolute(0, 1, kCubeInertia, -1, btQuaternion::getIdentity(), {0, 0, 1}, half, half,
                                true);
        multiBody.finalizeMultiDof();
        for (btMultiBodyLinkCollider* collider : {&base_, &link_}) {
            collider->setCollisionShape(&cube);
            collider->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
            world.addCollisionObject(collider, btBroadphaseProxy::DefaultFilter,
                                     btBroadphaseProxy::AllFilter);
        }
        link_.getWorldTransform().setOrigin(at + 2 * half);
        multiBody.setBaseCollider(&base_);
        multiBody.getLink(0).m_collider = &link_;
        world.addMultiBody(&multiBody);
    }
    ~HingedCubes() {
        world_.removeMultiBody(&multiBody);
        for (btMultiBodyLinkCollider* collider : {&base_, &link_}) world_.removeCollisionObject(collider);
    }
    HingedCubes(const HingedCubes&) = delete;
    HingedCubes& operator=(const HingedCubes&) = delete;

    btMultiBody multiBody{1, 1, kCubeInertia, false, false};

private:
    btMultiBodyDynamicsWorld& world_;
    btMultiBodyLinkCollider base_{&multiBody, -1}, link_{&multiBody, 0};
};

struct MultiBodyRun {
    std::vector<btScalar> state;
    int prepared = 0, raw = 0;  ///< points
    btScalar baseHeight = 0, angle = 0;
};

MultiBodyRun runMultiBodies(bool besideSmallSteps) {
    MultiBodiesAtRest w(std::make_unique<btMultiBodyConstraintSolver>());
    HingedCubes hinged(w.world, w.cube, {-4, btScalar(1.1), 3});
    std::optional<MeshesAtRest<btDiscreteDynamicsWorld>> other;
    if (besideSmallSteps) other.emplace(std::make_unique<SmallStepsSolver>());
    MultiBodyRun run;
    for (int i = 0; i < 120; ++i) {
        w.run(1);
        run.prepared += w.points(false);
        run.raw += w.points(true);
        if (!other) continue;
        other->run(1);
        EXPECT_TRUE(i == 0 || other->points(false) == 0);
    }
    EXPECT_TRUE(!other || other->points(true) > 0);
    run.baseHeight = hinged.multiBody.getBasePos().y();
    run.angle = hinged.multiBody.getJointPos(0);
    run.state = w.state();
    run.state.insert(run.state.end(), {run.baseHeight, run.angle});
    return run;
}

TEST(MultiBodyWorlds, ContactsArePreparedForTheirSolverAlsoBesideAWorldOfSmallSteps) {
    const MultiBodyRun alone = runMultiBodies(false), beside = runMultiBodies(true);
    EXPECT_GT(alone.prepared, 0);
    EXPECT_EQ(alone.raw, 0);
    EXPECT_EQ(beside.raw, 0);
    EXPECT_EQ(alone.prepared, beside.prepared);
    EXPECT_EQ(alone.state, beside.state);
    EXPECT_NEAR(alone.baseHeight, 1, 0.02);
    EXPECT_NEAR(alone.angle, 0, 0.02);
}

TEST(MultiBodyWorlds, RigidBodiesMoveAsWithTheSequentialSolver) {
    MultiBodiesAtRest w(std::make_unique<btMultiBodyConstraintSolver>());
    MeshesAtRest<btDiscreteDynamicsWorld> plain(std::make_unique<btSequentialImpulseConstraintSolver>());
    w.run(150);
    plain.run(150);
    EXPECT_EQ(w.state(), plain.state());
    EXPECT_NEAR(w.bodies[2]->getWorldTransform().getOrigin().y(), 3, 0.02);
}

// PyBullet's ground is a multi-body, and the breaking threshold of a plane is as large as the plane.
TEST(MultiBodyWorlds, APlaneThatIsALinkIsNotFeltFromAfarAndCarriesACube) {
    SolvedWorldOf<MultiBodyWorld> w(std::make_unique<btMultiBodyConstraintSolver>());
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    btStaticPlaneShape plane({0, 1, 0}, 0);
    FloorAndCube shapes;
    btMultiBody ground(0, 0, {0, 0, 0}, true, false), cube(0, 1, kCubeInertia, false, false);
    btMultiBodyLinkCollider groundCollider(&ground, -1), cubeCollider(&cube, -1);
    groundCollider.setCollisionShape(&plane);
    cubeCollider.setCollisionShape(&shapes.cube);
    cube.setBasePos({0, btScalar(1.5), 0});
    cubeCollider.setWorldTransform(btTransform(btQuaternion::getIdentity(), cube.getBasePos()));
    for (auto [body, collider] : {std::pair(&ground, &groundCollider), std::pair(&cube, &cubeCollider)}) {
        body->finalizeMultiDof();
        body->setBaseCollider(collider);
        w.world.addCollisionObject(collider, btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter);
        w.world.addMultiBody(body);
    }
    w.run(1);
    int points = 0;
    for (int m = 0; m < w.dispatcher.getNumManifolds(); ++m)
        points += w.dispatcher.getManifoldByIndexInternal(m)->getNumContacts();
    EXPECT_EQ(points, 0);
    w.run(120);
    EXPECT_LT(cube.getBaseOmega().length(), 0.01);
    EXPECT_NEAR(cube.getBasePos().y(), 1, 0.05);
    for (auto [body, collider] : {std::pair(&ground, &groundCollider), std::pair(&cube, &cubeCollider)}) {
        w.world.removeMultiBody(body);
        w.world.removeCollisionObject(collider);
    }
    unregisterAlgorithms(&w.dispatcher);
}

}  // namespace
}  // namespace ricochet
