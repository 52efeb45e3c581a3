// Large closed meshes: from when it is known that they are closed, their regions are solid as the whole is.

#include "tests/plugin/region_settings.h"
#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/soft_rest.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <LinearMath/btThreads.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;
using test::groundMesh;
using test::inRegionsAbove;
using test::kNever;

constexpr int kGroundCells = 40;  // along each side
constexpr int kKnown = 80;        // steps after which it is known of 6,560 triangles, in all regions

double gentleHills(double x, double z) { return 0.4 * std::sin(0.8 * x) * std::cos(0.6 * z); }

using State = std::vector<btScalar>;

State stateOf(const btRigidBody& body) {
    const btVector3 at = body.getWorldTransform().getOrigin(), v = body.getAngularVelocity();
    return {at.x(), at.y(), at.z(), v.x(), v.y(), v.z()};
}

/// A ring, a box, a sphere and a hull that fall on the ground, roll, and lie.
class RollingBodies {
public:
    RollingBodies(btCollisionShape& ground, const Settings& settings) {
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher, settings), "");
        w_.add(ground, 0, btVector3(0, 0, 0));
        btCollisionShape* const shapes[] = {&torus_, &box_, &sphere_, &hull_};
        for (int i = 0; i < 4; ++i) {
            const btVector3 at(btScalar(1.5 * i - 2), btScalar(0.9), btScalar(0.4 * i - 1));
            bodies_.push_back(&w_.add(*shapes[i], 1, at, btVector3(1, 1, 1) * btScalar(0.05)));
            bodies_.back()->setLinearVelocity(btVector3(1, 0, btScalar(0.5 * i)));
            bodies_.back()->setAngularVelocity(btVector3(1, 2, 3));
        }
    }
    State step() {
        w_.run(1);
        State all;
        for (const btRigidBody* body : bodies_) {
            const State one = stateOf(*body);
            all.insert(all.end(), one.begin(), one.end());
        }
        return all;
    }

private:
    BulletMesh ring_ = test::torusMesh(btScalar(0.3)),
               brick_ = test::boxMesh(btScalar(0.4), btScalar(0.2), btScalar(0.5));
    btBvhTriangleMeshShape torus_{&ring_.interface, true}, box_{&brick_.interface, true};
    btSphereShape sphere_{btScalar(0.3)};
    btBoxShape hull_{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.4))};
    BulletWorld w_;
    std::vector<btRigidBody*> bodies_;
};

class SolidRegions : public testing::Test {
protected:
    ~SolidRegions() override {
        release(shape_);
        BulletWorld world;
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, Settings{}), "");  // the defaults
    }
    /// A world with a body over the ground, which has run for so many steps. As long as it is there, what it
    /// found of the ground holds.
    struct Known {
        btSphereShape sphere{btScalar(0.2)};
        BulletWorld w;

        explicit Known(btCollisionShape& ground, int steps = kKnown) {
            EXPECT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(0)), "");
            w.world.setGravity(btVector3(0, 0, 0));
            w.add(ground, 0, btVector3(0, 0, 0));
            w.add(sphere, 1, btVector3(0, btScalar(0.5), 0));
            w.run(steps);
        }
    };
    static std::vector<State> history(btCollisionShape& ground, const Settings& settings, int steps = 240) {
        RollingBodies bodies(ground, settings);
        std::vector<State> states;
        for (int i = 0; i < steps; ++i) states.push_back(bodies.step());
        return states;
    }
    /// A body without weight that begins in the ground.
    std::vector<State> historyInside(btCollisionShape& body, const btVector3& at, int wholeTriangles) {
        BulletWorld w;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(wholeTriangles)), "");
        w.world.setGravity(btVector3(0, 0, 0));
        w.add(shape_, 0, btVector3(0, 0, 0));
        const btRigidBody& moved = w.add(body, 1, at);
        std::vector<State> states;
        for (int i = 0; i < 200; ++i) {
            w.run(1);
            states.push_back(stateOf(moved));
        }
        return states;
    }
    static void expectTheSame(const std::vector<State>& a, const std::vector<State>& b) {
        for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << "after " << i + 1 << " steps";
    }

    BulletMesh mesh_ = groundMesh(kGroundCells, gentleHills, /*isClosed*/ true);
    btBvhTriangleMeshShape shape_{&mesh_.interface, true};
};

TEST_F(SolidRegions, GiveTheMotionOfTheWholeMeshOnceItIsKnownToBeClosed) {
    const auto whole = history(shape_, inRegionsAbove(kNever));
    release(shape_);
    const Known known(shape_);
    expectTheSame(whole, history(shape_, inRegionsAbove(0)));
}

TEST_F(SolidRegions, AQueryOfStaticObjectsBeforeTheFirstStepKnowsThatTheMeshIsClosed) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(0)), "");
    constexpr btScalar kHalf = btScalar(0.2);
    BulletMesh triangle({{-kHalf, 0, -kHalf}, {kHalf, 0, -kHalf}, {0, 0, kHalf}}, {{0, 1, 2}});
    btBvhTriangleMeshShape open(&triangle.interface, true);
    btRigidBody& ground = w.add(shape_, 0, btVector3(0, 0, 0));
    const btScalar height = btScalar(gentleHills(0.3, 0.2));
    btRigidBody& body = w.add(open, 0, btVector3(btScalar(0.3), height, btScalar(0.2)));
    struct : btCollisionWorld::ContactResultCallback {
        int count = 0;
        btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                                 const btCollisionObjectWrapper*, int, int) override {
            ++count;
            return 0;
        }
    } contacts;
    w.world.contactPairTest(&ground, &body, contacts);
    EXPECT_GT(contacts.count, 0);
    release(open);
}

TEST_F(SolidRegions, ABodyInsideAtAnyDepthMovesAsInTheWholeMesh) {
    BulletMesh brick = test::boxMesh(btScalar(0.06), btScalar(0.05), btScalar(0.07));
    btBvhTriangleMeshShape box(&brick.interface, true);
    for (const btVector3& at : {btVector3(btScalar(0.3), btScalar(-0.9), btScalar(0.2)),
                                btVector3(btScalar(-1.3), btScalar(-0.5), btScalar(1.7)),
                                btVector3(btScalar(4.5), btScalar(-1.2), btScalar(0.2))}) {
        const auto whole = historyInside(box, at, kNever);
        EXPECT_GT(std::abs(whole.back()[1] - at.y()) + std::abs(whole.back()[0] - at.x()), 0.3);
        release(shape_);
        const Known known(shape_);
        expectTheSame(whole, historyInside(box, at, 0));
        release(shape_);
    }
}

TEST_F(SolidRegions, ARoundBodyDeepInsideMovesAsInTheWholeMesh) {
    btSphereShape sphere(btScalar(0.05));
    const btVector3 at(btScalar(0.3), btScalar(-0.9), btScalar(0.2));
    const auto whole = historyInside(sphere, at, kNever);
    EXPECT_GT(whole.back()[1], -0.5);
    release(shape_);
    const Known known(shape_);
    const auto inRegions = historyInside(sphere, at, 0);
    EXPECT_NEAR(whole.back()[1], inRegions.back()[1], 0.05);
}

TEST_F(SolidRegions, ABodyInsideStaysUntilTheMeshIsKnownToBeClosed) {
    BulletMesh brick = test::boxMesh(btScalar(0.06), btScalar(0.05), btScalar(0.07));
    btBvhTriangleMeshShape box(&brick.interface, true);
    const btVector3 at(btScalar(0.3), btScalar(-0.9), btScalar(0.2));
    const auto states = historyInside(box, at, 0);
    EXPECT_EQ(states[0][1], at.y());
    EXPECT_NE(states.back()[1], at.y());
}

TEST_F(SolidRegions, TheStepOfTheResultDoesNotDependOnThreads) {
    const auto one = history(shape_, inRegionsAbove(0, 1));
    release(shape_);
    expectTheSame(one, history(shape_, inRegionsAbove(0, 3)));
}

TEST_F(SolidRegions, AnOpenMeshStaysTwoSided) {
    mesh_.faces.back() = mesh_.faces.front();
    const auto whole = history(shape_, inRegionsAbove(kNever));
    release(shape_);
    const Known known(shape_);
    expectTheSame(whole, history(shape_, inRegionsAbove(0)));
}

TEST_F(SolidRegions, AShapeDestroyedDuringItsScanIsNotMistakenForTheNextOne) {
    alignas(btBvhTriangleMeshShape) unsigned char place[sizeof(btBvhTriangleMeshShape)];
    const BulletMesh open = groundMesh(kGroundCells, gentleHills, /*isClosed*/ false);
    auto& openInterface = const_cast<btTriangleIndexVertexArray&>(open.interface);
    auto* ground = new (place) btBvhTriangleMeshShape(&mesh_.interface, true);
    Known{*ground, 1};
    ground->~btBvhTriangleMeshShape();
    ground = new (place) btBvhTriangleMeshShape(&openInterface, true);
    const auto whole = history(*ground, inRegionsAbove(kNever), 60);
    release(*ground);
    ground->~btBvhTriangleMeshShape();
    ground = new (place) btBvhTriangleMeshShape(&mesh_.interface, true);
    Known{*ground};
    ground->~btBvhTriangleMeshShape();
    ground = new (place) btBvhTriangleMeshShape(&openInterface, true);
    expectTheSame(whole, history(*ground, inRegionsAbove(0), 60));
    release(*ground);
    ground->~btBvhTriangleMeshShape();
}

TEST_F(SolidRegions, OfTwoWorldsWithoutABudgetAreSolidInBoth) {
    const auto whole = history(shape_, inRegionsAbove(kNever));
    release(shape_);
    Settings settings = inRegionsAbove(0);
    test::setLimits({.wholeMesh = 0, .wholeTerrain = 0, .regionMegabytes = 0});
    const Known known(shape_);
    RollingBodies first(shape_, settings), second(shape_, settings);
    for (const State& state : whole) {
        ASSERT_EQ(first.step(), state);
        ASSERT_EQ(second.step(), state);
    }
}

/// Works on the last pair first, as threads may.
class Backwards : public btITaskScheduler {
public:
    Backwards() : btITaskScheduler("backwards") {}
    int getMaxNumThreads() const override { return 1; }
    int getNumThreads() const override { return 1; }
    void setNumThreads(int) override {}
    void parallelFor(int begin, int end, int, const btIParallelForBody& body) override {
        for (int i = end; i-- > begin;) body.forLoop(i, i + 1);
    }
    btScalar parallelSum(int begin, int end, int, const btIParallelSumBody& body) override {
        return body.sumLoop(begin, end);
    }
};

/// Bodies that do not meet one another: else the solver takes their contacts in another order, too.
TEST_F(SolidRegions, DoNotDependOnTheOrderOfPairs) {
    const auto run = [&](btITaskScheduler* scheduler) {
        btSetTaskScheduler(scheduler);
        btDefaultCollisionConfiguration configuration;
        btCollisionDispatcherMt dispatcher(&configuration);
        EXPECT_EQ(registerAlgorithms(&dispatcher, inRegionsAbove(0)), "");
        btDbvtBroadphase broadphase;
        btSequentialImpulseConstraintSolver solver;
        btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
        BulletMesh ring = test::torusMesh(btScalar(0.3));
        btBvhTriangleMeshShape torus(&ring.interface, true);
        std::vector<std::unique_ptr<btRigidBody>> bodies;
        const auto add = [&](btCollisionShape& shape, btScalar mass, const btVector3& at) {
            btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, btVector3(1, 1, 1) * mass);
            info.m_startWorldTransform.setOrigin(at);
            bodies.push_back(std::make_unique<btRigidBody>(info));
            const int group = mass > 0 ? 2 : 1;
            world.addRigidBody(bodies.back().get(), group, 3 - group);
        };
        add(shape_, 0, btVector3(0, 0, 0));
        torus.setLocalScaling(btVector3(1, 1, 1) * btScalar(0.2));
        for (int i = 0; i < 25; ++i) add(torus, 1, btVector3(btScalar(i % 5 - 2), 1, btScalar(i / 5 - 2)));
        State all;
        for (int i = 0; i < (test::kIsSlowBuild ? 60 : 150); ++i) {
            world.stepSimulation(btScalar(1) / 60, 0);
            for (const auto& body : bodies) {
                const State one = stateOf(*body);
                all.insert(all.end(), one.begin(), one.end());
            }
        }
        for (const auto& body : bodies) world.removeRigidBody(body.get());
        btSetTaskScheduler(btGetSequentialTaskScheduler());
        release(shape_);
        return all;
    };
    const State inOrder = run(btGetSequentialTaskScheduler());
    Backwards backwards;
    EXPECT_EQ(run(&backwards), inOrder);
}

}  // namespace
}  // namespace ricochet
