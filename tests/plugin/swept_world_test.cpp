#include "tests/support/bullet_mesh.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {
namespace {

/// A world without gravity, with our algorithms and meshes. Contacts are not swept unless `sweptContacts`.
template <class World, class Solver = btSequentialImpulseConstraintSolver,
          class Configuration = btDefaultCollisionConfiguration>
class MeshWorld {
public:
    explicit MeshWorld(Margins margins = Margins::zero, bool sweptContacts = false,
                       const std::string& narrowPhase = Settings().narrowPhase) {
        Settings settings;
        settings.narrowPhase = narrowPhase;
        settings.margins = margins;
        settings.sweptContacts = sweptContacts;
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        world.setGravity(btVector3(0, 0, 0));
    }
    ~MeshWorld() {
        for (const auto& body : bodies_) world.removeRigidBody(body.get());
    }

    /// A box; `mass` 0: static.
    btRigidBody& addBox(btScalar mass, const btVector3& size, const btVector3& at) {
        meshes_.emplace_back(new test::BulletMesh(test::boxMesh(size.x() / 2, size.y() / 2, size.z() / 2)));
        shapes_.push_back(std::make_unique<btBvhTriangleMeshShape>(&meshes_.back()->interface, true));
        return add(*shapes_.back(), mass, at);
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        shape.setMargin(btScalar(0.01));
        const btVector3 inertia = mass > 0 ? massProperties(shape, mass).inertia : btVector3(0, 0, 0);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(btScalar(1) / 60, 0);
    }

private:
    Configuration configuration_;

public:
    btCollisionDispatcher dispatcher{&configuration_};
    btDbvtBroadphase broadphase;
    Solver solver;
    World world{&dispatcher, &broadphase, &solver, &configuration_};

private:
    std::vector<std::unique_ptr<test::BulletMesh>> meshes_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

const btVector3 kShard(btScalar(0.1), btScalar(0.02), btScalar(0.06)), kWall(4, 4, btScalar(0.001));

using Swept = MeshWorld<SweptWorld<>>;
using Plain = MeshWorld<btDiscreteDynamicsWorld>;

template <class World>
void expectAFastShardStopsAtAThinWall() {
    World swept;
    swept.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = swept.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setLinearVelocity(btVector3(0, 0, -200));
    swept.run(1);
    EXPECT_GT(shard.getCenterOfMassPosition().z(), 0.03);
    EXPECT_LT(shard.getCenterOfMassPosition().z(), 0.04);
    swept.run(10);
    EXPECT_GT(shard.getCenterOfMassPosition().z(), 0.03);
    EXPECT_GE(swept.world.sweptStatistics().shortenedSteps, 1);
    EXPECT_GE(swept.world.sweptStatistics().pairs, 1);
}

TEST(SweptWorld, AFastShardStopsAtAThinWall) { expectAFastShardStopsAtAThinWall<Swept>(); }

TEST(SweptWorld, SweepsWhatASolverOfSmallStepsMoves) {
    using InSmallSteps = MeshWorld<SweptWorld<>, SmallStepsSolver>;
    expectAFastShardStopsAtAThinWall<InSmallSteps>();

    InSmallSteps w;
    w.addBox(0, {10, 1, 10}, {0, btScalar(-0.5), 0}).setRestitution(1);
    btRigidBody& box = w.addBox(1, {1, 1, 1}, {0, btScalar(0.75), 0});
    box.setRestitution(1);
    box.setLinearVelocity({0, -6, 0});
    w.run(30);
    EXPECT_NEAR(box.getLinearVelocity().y(), 6, 0.1);
    EXPECT_EQ(w.world.sweptStatistics().shortenedSteps, 0);
}

TEST(SweptWorld, AFastShardStopsInSoftBodyAndMultiBodyWorlds) {
    expectAFastShardStopsAtAThinWall<
        MeshWorld<SweptWorld<btSoftRigidDynamicsWorld>, btSequentialImpulseConstraintSolver,
                  btSoftBodyRigidBodyCollisionConfiguration>>();
    expectAFastShardStopsAtAThinWall<
        MeshWorld<SweptWorld<btMultiBodyDynamicsWorld>, btMultiBodyConstraintSolver>>();
}

TEST(SweptWorld, SpinningShardsStayOnTheirSide) {
    for (int i = 0; i < 40; ++i) {
        Swept swept;
        swept.addBox(0, kWall, btVector3(0, 0, 0));
        btRigidBody& shard = swept.addBox(1, kShard, btVector3(0, 0, btScalar(0.5 + 0.05 * i)));
        shard.setLinearVelocity(btVector3(btScalar(3 * i), 0, btScalar(-20 - 4 * i)));
        shard.setAngularVelocity(
            btScalar(47) *
            btVector3(btScalar(std::cos(i)), btScalar(std::sin(i)), btScalar(0.1 * i)).normalized());
        for (int step = 0; step < 30; ++step) {
            swept.run(1);
            const btVector3& at = shard.getCenterOfMassPosition();
            if (std::abs(at.x()) > 1.9) break;  // past the wall's side
            ASSERT_GT(at.z(), 0) << i << " in step " << step;
        }
    }
}

TEST(SweptWorld, TwoShardsThatFlyAtEachOtherMeet) {
    Swept swept;
    btRigidBody& left = swept.addBox(1, kShard, btVector3(-1, 0, 0));
    btRigidBody& right = swept.addBox(1, kShard, btVector3(1, btScalar(0.005), 0));
    left.setLinearVelocity(btVector3(150, 0, 0));
    right.setLinearVelocity(btVector3(-150, 0, 0));
    for (int step = 0; step < 10; ++step) {
        swept.run(1);
        EXPECT_LT(left.getCenterOfMassPosition().x(), right.getCenterOfMassPosition().x());
    }
}

TEST(SweptWorld, AStoppedBodyStopsItsFollower) {
    Swept swept;
    swept.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& first = swept.addBox(1, kShard, btVector3(0, 0, btScalar(0.5)));
    btRigidBody& second = swept.addBox(1, kShard, btVector3(0, 0, btScalar(0.9)));
    for (btRigidBody* body : {&first, &second}) body->setLinearVelocity(btVector3(0, 0, -200));
    for (int step = 0; step < 10; ++step) {
        swept.run(1);
        EXPECT_GT(first.getCenterOfMassPosition().z(), 0.03);
        EXPECT_GT(second.getCenterOfMassPosition().z(), first.getCenterOfMassPosition().z() + 0.05);
    }
}

TEST(SweptWorld, AFastBodyOnAFloorSlidesUnhindered) {
    Swept swept;
    swept.addBox(0, btVector3(400, 1, 400), btVector3(0, btScalar(-0.5), 0));
    swept.world.setGravity(btVector3(0, -10, 0));
    btRigidBody& sledge = swept.addBox(1, btVector3(1, btScalar(0.5), 1), btVector3(-100, btScalar(0.25), 0));
    sledge.setFriction(0);
    sledge.setLinearVelocity(btVector3(100, 0, 0));
    swept.run(60);
    EXPECT_GT(swept.world.sweptStatistics().pairs, 50);
    EXPECT_NEAR(sledge.getCenterOfMassPosition().x(), 0, 1);
    EXPECT_NEAR(sledge.getCenterOfMassPosition().y(), 0.25, 0.01);
}

TEST(SweptWorld, StopsAtTheMargins) {
    Swept swept(Margins::asShape);
    swept.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = swept.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setLinearVelocity(btVector3(0, 0, -200));
    swept.run(1);
    EXPECT_NEAR(shard.getCenterOfMassPosition().z(), 0.03 + 0.0005 + 0.02, 2e-4);
}

TEST(SweptWorld, MeshesInCompoundsAreSwept) {
    Swept swept;
    swept.addBox(0, kWall, btVector3(0, 0, 0));
    test::BulletMesh mesh = test::boxMesh(btScalar(0.05), btScalar(0.01), btScalar(0.03));
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btCompoundShape compound;
    btTransform aside = btTransform::getIdentity();
    aside.setOrigin(btVector3(btScalar(0.2), 0, 0));
    compound.addChildShape(aside, &shape);
    {
        btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, &compound, btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(btVector3(0, 0, 1));
        btRigidBody body(info);
        swept.world.addRigidBody(&body);
        body.setLinearVelocity(btVector3(0, 0, -200));
        swept.run(1);
        EXPECT_GT(body.getCenterOfMassPosition().z(), 0.03);
        swept.world.removeRigidBody(&body);
    }
}

TEST(SweptContacts, KeepSpinningShardsOnTheirSide) {
    for (int i = 0; i < 40; ++i) {
        Plain plain(Margins::zero, true);
        plain.addBox(0, kWall, btVector3(0, 0, 0));
        btRigidBody& shard = plain.addBox(1, kShard, btVector3(0, 0, btScalar(0.5 + 0.05 * i)));
        shard.setLinearVelocity(btVector3(0, 0, btScalar(-40 - 4 * i)));
        shard.setAngularVelocity(
            btScalar(47) *
            btVector3(btScalar(std::cos(i)), btScalar(std::sin(i)), btScalar(0.1 * i)).normalized());
        for (int step = 0; step < 10; ++step) {
            plain.run(1);
            ASSERT_GT(shard.getCenterOfMassPosition().z(), 0) << i << " in step " << step;
        }
    }
}

/// How many of a hundred shards that fly along a wall are through it after a second one has come from above,
/// at up to five times their speed, and pushed them on.
int pushedThrough(btScalar heightOfWall) {
    int through = 0;
    for (int i = 0; i < 100; ++i) {
        Plain plain(Margins::zero, true);
        plain.addBox(0, kWall, btVector3(0, 0, heightOfWall));
        btRigidBody& shard = plain.addBox(1, kShard, btVector3(0, 0, btScalar(0.09 + 0.001 * i)));
        btRigidBody& pusher = plain.addBox(1, kShard, btVector3(0, 0, btScalar(0.25 + 0.002 * i)));
        shard.setLinearVelocity(btVector3(10, 0, 0));
        pusher.setLinearVelocity(btVector3(10, 0, btScalar(-20 - 0.3 * i)));
        for (int step = 0; step < 4; ++step) {
            plain.run(1);
            if (shard.getCenterOfMassPosition().z() > 0) continue;
            ++through;
            break;
        }
    }
    return through;
}

TEST(SweptContacts, APushedBodyStaysOnItsSide) {
    EXPECT_EQ(pushedThrough(0), 0);
    EXPECT_GT(pushedThrough(-10), 90);  // where no wall is
}

/// Bounding planes are for pushed bodies: one that flies past what is beside its path is not slowed down.
TEST(SweptContacts, ABodyThatFliesPastAPoleIsNotStopped) {
    for (int i = 0; i < 40; ++i) {
        Plain plain(Margins::zero, true);
        plain.addBox(0, btVector3(btScalar(0.1), btScalar(0.1), 4), btVector3(1, 0, 0));
        btRigidBody& shard =
            plain.addBox(1, kShard, btVector3(btScalar(0.02 * i), btScalar(0.13 + 0.01 * i), 0));
        const btVector3 velocity(60, btScalar(i % 2), 0);
        shard.setLinearVelocity(velocity);
        plain.run(3);
        EXPECT_LT((shard.getLinearVelocity() - velocity).length(), 1e-4) << i;
    }
}

TEST(SweptContacts, ASlowedBodyArrives) {
    Plain plain(Margins::zero, true);
    plain.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = plain.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setLinearVelocity(btVector3(0, 0, -200));
    plain.run(1);
    EXPECT_LT(shard.getCenterOfMassPosition().z(), 0.08);
    plain.run(10);
    EXPECT_NEAR(shard.getCenterOfMassPosition().z(), 0.0305, 2e-3);
}

/// A cube of two metres falls by 0.4 of its radius in one step, 0.4 m above the floor, turned on an
/// edge.
double heightOfLowestCorner(bool sweptContacts) {
    Plain plain(Margins::zero, sweptContacts);
    plain.addBox(0, btVector3(20, 1, 20), btVector3(0, btScalar(-0.5), 0));
    btRigidBody& cube = plain.addBox(1, btVector3(2, 2, 2), btVector3(0, btScalar(0.5 + std::sqrt(2)), 0));
    cube.getWorldTransform().setRotation(btQuaternion(btVector3(1, 0, 0), btScalar(M_PI / 4)));
    cube.setInterpolationWorldTransform(cube.getWorldTransform());
    cube.setLinearVelocity(btVector3(0, btScalar(-0.7 * 60), 0));
    plain.run(1);
    double lowest = 1;
    for (int corner = 0; corner < 8; ++corner) {
        const btVector3 at(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        lowest = std::min(lowest, double((cube.getWorldTransform() * at).y()));
    }
    return lowest;
}

TEST(SweptContacts, TheBodyStopsAtTheImpactWithinTheStep) {
    EXPECT_NEAR(heightOfLowestCorner(true), 0, 5e-3);
    EXPECT_NEAR(heightOfLowestCorner(false), 0,
                5e-3);  // contacts look half of the radius ahead by themselves
}

/// Boxes thrown at one another over a floor.
std::vector<btTransform> clash(const std::string& narrowPhase) {
    Plain plain(Margins::zero, true, narrowPhase);
    plain.world.setGravity(btVector3(0, -10, 0));
    plain.addBox(0, btVector3(20, 1, 20), btVector3(0, btScalar(-0.5), 0));
    std::vector<btRigidBody*> boxes;
    for (int i = 0; i < 8; ++i) {
        boxes.push_back(
            &plain.addBox(1, btVector3(1, 1, 1), btVector3(btScalar(3 * (i % 4)), btScalar(2 + i), 0)));
        boxes.back()->setLinearVelocity(btVector3(btScalar(i % 2 ? -20 : 20), btScalar(-5 * i), 0));
        boxes.back()->setAngularVelocity(btVector3(0, btScalar(i), btScalar(3)));
    }
    plain.run(60);
    EXPECT_GT(statistics(plain.dispatcher).contacts, 300);
    std::vector<btTransform> ends;
    for (const btRigidBody* box : boxes) ends.push_back(box->getWorldTransform());
    return ends;
}

TEST(SweptContacts, AreTheSameForEveryNarrowPhase) {
    const std::vector<btTransform> ends = clash("wide-tree");
    for (const char* narrowPhase : {"obb-tree", "face-octree", "brute-force"}) {
        EXPECT_EQ(clash(narrowPhase), ends) << narrowPhase;
    }
}

TEST(SweptContacts, WithoutThemAFastShardTunnels) {
    Plain plain;
    plain.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = plain.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setLinearVelocity(btVector3(0, 0, -200));
    plain.run(1);
    EXPECT_LT(shard.getCenterOfMassPosition().z(), -2);
}

/// Tumbling boxes that are slow for their size.
template <class World>
std::vector<btTransform> tumble(MeshWorld<World>& scene) {
    scene.world.setGravity(btVector3(0, -10, 0));
    scene.addBox(0, btVector3(20, 1, 20), btVector3(0, btScalar(-0.5), 0));
    std::vector<btRigidBody*> boxes;
    for (int i = 0; i < 4; ++i) {
        boxes.push_back(
            &scene.addBox(1, btVector3(1, 1, 1), btVector3(btScalar(0.3 * i), btScalar(0.7 + 1.1 * i), 0)));
        boxes.back()->setAngularVelocity(btVector3(0, 0, btScalar(0.5 * i)));
    }
    scene.run(60);
    EXPECT_GT(statistics(scene.dispatcher).contacts, 300);
    std::vector<btTransform> ends;
    for (const btRigidBody* box : boxes) ends.push_back(box->getWorldTransform());
    return ends;
}

TEST(SweptContacts, NothingChangesForSlowBodies) {
    Plain with(Margins::zero, true), without;
    EXPECT_EQ(tumble(with), tumble(without));
}

TEST(SweptWorld, NothingChangesForSlowBodies) {
    Swept swept;
    Plain plain;
    EXPECT_EQ(tumble(swept), tumble(plain));
    EXPECT_EQ(swept.world.sweptStatistics().shortenedSteps, 0);
}

TEST(SweptWorld, WithoutOurAlgorithmsItBehavesLikeItsBase) {
    Swept swept;
    unregisterAlgorithms(&swept.dispatcher);
    swept.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = swept.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setLinearVelocity(btVector3(0, 0, -200));
    swept.run(1);
    EXPECT_NEAR(shard.getCenterOfMassPosition().z(), 1 - 200 / 60.0, 1e-3);
    EXPECT_EQ(swept.world.sweptStatistics().pairs, 0);
}

TEST(SweptWorld, FiltersAreObeyed) {
    Swept swept;
    btRigidBody& wall = swept.addBox(0, kWall, btVector3(0, 0, 0));
    btRigidBody& shard = swept.addBox(1, kShard, btVector3(0, 0, 1));
    shard.setIgnoreCollisionCheck(&wall, true);
    shard.setLinearVelocity(btVector3(0, 0, -200));
    swept.run(1);
    EXPECT_LT(shard.getCenterOfMassPosition().z(), -2);
}

}  // namespace
}  // namespace ricochet
