#include "algorithms/brute_force/brute_force.h"
#include "algorithms/geometry/face_pair_batch.h"
#include "plugin/backends.h"
#include "tests/support/bullet_mesh.h"

#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace ricochet::test {
namespace {

/// The announced queries, and the first query with each memory in the same step.
struct Heard {
    std::vector<FacePairQuery> announced, asked;
    int announcements = 0;

    void note(const FacePairQuery& query) {
        for (const FacePairQuery& each : asked) {
            if (each.memory == query.memory) return;
        }
        asked.push_back(query);
    }
};
Heard& heard() {
    static Heard each;
    return each;
}

/// Brute force that records the queries.
class RecordingNarrowPhase final : public NarrowPhase, public FacePairBatch {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return inner_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        heard().note({a, b, queryDistance, &memory});
        inner_.findFacePairs(a, b, queryDistance, memory, out);
    }
    const FacePairBatch* batch() const override { return this; }
    void prepare(std::span<const FacePairQuery> queries) const override {
        ++heard().announcements;
        heard().announced.assign(queries.begin(), queries.end());
    }

private:
    BruteForce inner_;
};

bool areSame(const MeshInstance& p, const MeshInstance& q) {
    return p.model == q.model && p.pose.rotation == q.pose.rotation &&
           p.pose.translation == q.pose.translation;
}

/// Three tetrahedra that fall onto a fourth, and a sphere and a box among them.
class FallingBodies {
public:
    explicit FallingBodies(btCollisionDispatcher& dispatcher)
        : world_(&dispatcher, &broadPhase_, &solver_, &configuration()) {
        addMesh({0, 0, 0}, 0);
        addMesh({0.2f, 0.8f, 0.1f}, 1);
        addMesh({-0.1f, 1.6f, 0.2f}, 1);
        addMesh({0.1f, 2.4f, -0.1f}, 1);
        add(sphere_, {0.6f, 1.2f, 0.1f}, 1);
        add(box_, {-0.5f, 1.1f, 0.1f}, 1);
    }
    ~FallingBodies() {
        for (auto& body : bodies_) world_.removeRigidBody(body.get());
    }
    static btDefaultCollisionConfiguration& configuration() {
        static btDefaultCollisionConfiguration each;
        return each;
    }
    /// The meshes' shapes, from the lowest.
    btCollisionShape& mesh(std::size_t i) { return *shapes_[i]; }
    void step() { world_.stepSimulation(btScalar(1) / 60, 0); }
    std::vector<btScalar> state() const {
        std::vector<btScalar> numbers;
        for (const auto& body : bodies_) {
            const btTransform& at = body->getWorldTransform();
            for (int i = 0; i < 3; ++i) {
                numbers.push_back(at.getOrigin()[i]);
                numbers.push_back(body->getLinearVelocity()[i]);
                for (int j = 0; j < 3; ++j) numbers.push_back(at.getBasis()[i][j]);
            }
        }
        return numbers;
    }

private:
    void addMesh(const btVector3& at, btScalar mass) {
        meshes_.push_back(std::make_unique<BulletMesh>(
            std::vector<std::array<btScalar, 3>>{
                {-1, -0.3f, -1}, {1, -0.3f, -1}, {0, -0.3f, 1}, {0, 0.5f, 0}},
            std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}));
        shapes_.push_back(std::make_unique<btBvhTriangleMeshShape>(&meshes_.back()->interface, true));
        add(*shapes_.back(), at, mass);
    }
    void add(btCollisionShape& shape, const btVector3& at, btScalar mass) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, btVector3(1, 1, 1) * mass);
        info.m_startWorldTransform.setOrigin(at);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        world_.addRigidBody(bodies_.back().get());
    }

    btDbvtBroadphase broadPhase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    std::vector<std::unique_ptr<BulletMesh>> meshes_;
    std::vector<std::unique_ptr<btBvhTriangleMeshShape>> shapes_;
    btSphereShape sphere_{btScalar(0.2)};
    btBoxShape box_{btVector3(0.2f, 0.2f, 0.2f)};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

Settings recording() {
    addBackend(
        backend("recording", "brute force that records its queries",
                [](std::shared_ptr<const Executor>) { return std::make_shared<RecordingNarrowPhase>(); }));
    Settings settings;
    settings.narrowPhase = "recording";
    return settings;
}

TEST(BatchDispatcher, AnnouncesTheFirstQueryOfEachMeshPair) {
    BatchDispatcher dispatcher(&FallingBodies::configuration());
    ASSERT_EQ(registerAlgorithms(&dispatcher, recording()), "");
    FallingBodies bodies(dispatcher);
    std::size_t maximum = 0, announced = 0, asked = 0;
    for (int step = 0; step < 60; ++step) {
        heard() = {};
        bodies.step();
        EXPECT_EQ(heard().announcements, heard().announced.empty() ? 0 : 1) << step;
        announced += heard().announced.size();
        asked += heard().asked.size();
        for (const FacePairQuery& query : heard().announced) {
            const auto& all = heard().asked;
            const bool isAsked = std::any_of(all.begin(), all.end(), [&](const FacePairQuery& each) {
                return each.memory == query.memory && areSame(each.a, query.a) && areSame(each.b, query.b) &&
                       each.queryDistance == query.queryDistance;
            });
            EXPECT_TRUE(isAsked) << step;
        }
        maximum = std::max(maximum, heard().announced.size());
    }
    EXPECT_GE(maximum, 3u);
    // In deep contact some queries use a memory that belongs to no pair.
    EXPECT_GE(announced, asked * 95 / 100);
    unregisterAlgorithms(&dispatcher);
}

TEST(BatchDispatcher, GivesTheSameWorldAsTheStockDispatcher) {
    BatchDispatcher batch(&FallingBodies::configuration());
    btCollisionDispatcher plain(&FallingBodies::configuration());
    ASSERT_EQ(registerAlgorithms(&batch, recording()), "");
    ASSERT_EQ(registerAlgorithms(&plain, recording()), "");
    FallingBodies one(batch), other(plain);
    for (int step = 0; step < 120; ++step) {
        one.step();
        other.step();
    }
    EXPECT_GT(statistics(batch).contacts, 300);
    EXPECT_EQ(one.state(), other.state());
}

/// For six steps all meshes are left to Bullet.
TEST(BatchDispatcher, AnnouncesNoPairThatIsLeftToBullet) {
    BatchDispatcher batch(&FallingBodies::configuration());
    btCollisionDispatcher plain(&FallingBodies::configuration());
    ASSERT_EQ(registerAlgorithms(&batch, recording()), "");
    ASSERT_EQ(registerAlgorithms(&plain, recording()), "");
    FallingBodies one(batch), other(plain);
    std::size_t before = 0, meanwhile = 0, after = 0;
    for (int step = 0; step < 60; ++step) {
        for (FallingBodies* bodies : {&one, &other}) {
            for (std::size_t i = 0; i < 4; ++i) {
                if (step != 30 && step != 36) continue;
                EXPECT_EQ(setAlgorithm(bodies->mesh(i), step == 30 ? "stock" : ""), "");
            }
        }
        heard() = {};
        one.step();
        (step < 30 ? before : step < 36 ? meanwhile : after) += heard().announced.size();
        other.step();
    }
    EXPECT_GT(before, 0u);
    EXPECT_EQ(meanwhile, 0u);
    EXPECT_GT(after, 0u);
    EXPECT_EQ(one.state(), other.state());
}

TEST(BatchDispatcher, IsStockWithoutARegistration) {
    BatchDispatcher dispatcher(&FallingBodies::configuration());
    FallingBodies bodies(dispatcher);
    heard() = {};
    for (int step = 0; step < 10; ++step) bodies.step();
    EXPECT_EQ(heard().announcements, 0);
}

}  // namespace
}  // namespace ricochet::test
