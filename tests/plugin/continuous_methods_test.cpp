// `Settings::continuous`: worlds and queries do not depend on it.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using testing::HasSubstr;

/// Shards fly about among rings in a room, in a SweptWorld.
class FlyingShards {
public:
    explicit FlyingShards(const Settings& settings) {
        EXPECT_EQ(registerAlgorithms(&dispatcher_, settings), "");
        world.setGravity(btVector3(0, 0, 0));
        for (int side = -1; side <= 1; side += 2) add(wall_, 0, btVector3(0, 0, btScalar(3 * side)));
        std::mt19937 random(5);
        const auto next = [&random] { return btScalar(random() / 4294967296.0 - 0.5); };
        for (int i = 0; i < 8; ++i) {
            const btVector3 at(4 * next(), 4 * next(), 4 * next());
            btRigidBody& body = add(i < 3 ? ring_ : shard_, 1, at);
            body.setLinearVelocity(btVector3(20 * next(), 20 * next(), btScalar(i < 3 ? 10 : 300) * next()));
            body.setAngularVelocity(btScalar(40) * btVector3(next(), next(), next()));
        }
    }
    ~FlyingShards() {
        for (const auto& body : bodies_) world.removeRigidBody(body.get());
    }

    std::vector<btTransform> posesAfter(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(btScalar(1) / 60, 0);
        std::vector<btTransform> poses;
        for (const auto& body : bodies_) poses.push_back(body->getWorldTransform());
        return poses;
    }

private:
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        shape.setMargin(0);
        const btVector3 inertia = mass > 0 ? massProperties(shape, mass).inertia : btVector3(0, 0, 0);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    test::BulletMesh ringMesh_ = test::torusMesh(btScalar(0.25)),
                     wallMesh_ = test::boxMesh(6, 6, btScalar(0.001)),
                     shardMesh_ = test::boxMesh(btScalar(0.1), btScalar(0.002), btScalar(0.06));
    btBvhTriangleMeshShape ring_{&ringMesh_.interface, true}, wall_{&wallMesh_.interface, true},
        shard_{&shardMesh_.interface, true};
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;

public:
    SweptWorld<> world{&dispatcher_, &broadphase_, &solver_, &configuration_};
};

Settings withMethod(const std::string& method, int threads = 1) {
    Settings settings;
    settings.continuous = method;
    settings.threads = threads;
    settings.margins = Margins::zero;
    settings.sweptContacts = false;
    return settings;
}

TEST(ContinuousMethods, EndInTheSameWorld) {
    constexpr int kSteps = 40;
    FlyingShards reference(withMethod("narrow-phase"));
    const std::vector<btTransform> expected = reference.posesAfter(kSteps);
    EXPECT_GE(reference.world.sweptStatistics().shortenedSteps, 10);
    for (const char* method : {"swept-space", "swept-space?division=spmd",
                               "swept-space?division=producer-consumer", "swept-space?level=4"}) {
        for (const int threads : {1, 2}) {
            FlyingShards world(withMethod(method, threads));
            EXPECT_EQ(world.posesAfter(kSteps), expected) << method << ", threads " << threads;
            EXPECT_EQ(world.world.sweptStatistics().shortenedSteps,
                      reference.world.sweptStatistics().shortenedSteps);
        }
    }
}

TEST(ContinuousMethods, WithAnyNarrowPhaseTheWorldIsTheSame) {
    Settings settings = withMethod("swept-space");
    const std::vector<btTransform> expected = FlyingShards(settings).posesAfter(20);
    settings.narrowPhase = "face-octree";
    EXPECT_EQ(FlyingShards(settings).posesAfter(20), expected);
}

TEST(ContinuousMethods, AreNamedWithTheDefaultFirst) {
    EXPECT_EQ(continuousMethods(), (std::vector<std::string>{"narrow-phase", "swept-space"}));
    EXPECT_EQ(continuousMethods().front(), Settings{}.continuous);
}

TEST(ContinuousMethods, BadInputGivesOneSentence) {
    test::BulletWorld w;
    const auto fault = [&w](const std::string& method) {
        return registerAlgorithms(&w.dispatcher, withMethod(method));
    };
    EXPECT_THAT(fault("swept"),
                HasSubstr("There is no continuous method 'swept'; there are narrow-phase, swept-space"));
    EXPECT_THAT(fault("swept-space?division=deal"), HasSubstr("'division' of swept-space"));
    EXPECT_THAT(fault("swept-space?leaf=3"), HasSubstr("leaf"));
    EXPECT_THAT(fault("swept-space?level=13"), HasSubstr("level"));
    EXPECT_THAT(fault("narrow-phase?level=3"), HasSubstr("level"));
    EXPECT_EQ(fault("swept-space?level=3"), "");
}

#ifdef __linux__
TEST(ContinuousMethods, BoundThreadsEndInTheSameWorld) {
    Settings settings = withMethod("swept-space?division=producer-consumer", 3);
    const std::vector<btTransform> expected = FlyingShards(settings).posesAfter(20);
    settings.bindThreads = true;
    EXPECT_EQ(FlyingShards(settings).posesAfter(20), expected);
}
#endif

}  // namespace
}  // namespace ricochet
