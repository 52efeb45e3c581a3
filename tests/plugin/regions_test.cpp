// Large static shapes, which are prepared around nearby bodies.

#include "tests/plugin/region_settings.h"
#include "tests/support/body_states.h"
#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletTerrain;
using test::BulletWorld;
using test::groundOf;
using test::hills;
using test::inRegionsAbove;
using test::kNever;
using test::torusMesh;

constexpr int kCells = 40;  // along each side

/// BodiesOnGround of every kind and of many sizes, over a ground at the origin.
class BodiesOnGround {
public:
    BodiesOnGround(btCollisionShape& ground, const Settings& settings) {
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher, settings), "");
        w_.add(ground, 0, btVector3(0, 0, 0));
        btCollisionShape* const shapes[] = {&torus_, &box_, &sphere_, &capsule_, &hull_, &small_};
        int k = 0;
        for (const double x : {-2.5, 0.0, 2.5}) {
            for (const double z : {-2.0, 1.5}) {
                const btVector3 at(btScalar(x), btScalar(1.3), btScalar(z));
                btRigidBody& body = w_.add(*shapes[k++], 1, at, btVector3(1, 1, 1) * btScalar(0.05));
                body.setLinearVelocity(btVector3(btScalar(2 - x), 0, btScalar(-z)));
                body.setAngularVelocity(btVector3(1, 2, 3));
                bodies_.push_back(&body);
            }
        }
    }
    void run(int steps) { w_.run(steps); }
    std::vector<btScalar> state() const { return test::statesOf(bodies_); }
    Statistics statistics() const { return ricochet::statistics(w_.dispatcher); }
    /// BodiesOnGround that are not under the ground.
    int aboveGround() const {
        int count = 0;
        for (const btRigidBody* body : bodies_) {
            const btVector3 at = body->getWorldTransform().getOrigin();
            count += at.y() > hills(at.x(), at.z());
        }
        return count;
    }
    static constexpr int kCount = 6;

private:
    BulletMesh ring_ = torusMesh(btScalar(0.3)), brick_ = boxMesh(btScalar(0.4), btScalar(0.2), 1);
    btBvhTriangleMeshShape ringFaces_{&ring_.interface, true}, box_{&brick_.interface, true};
    btScaledBvhTriangleMeshShape torus_{&ringFaces_, btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btSphereShape sphere_{btScalar(0.3)};
    btCapsuleShape capsule_{btScalar(0.2), btScalar(0.5)};
    btBoxShape hull_{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.4))},
        small_{btVector3(btScalar(0.05), btScalar(0.04), btScalar(0.06))};
    BulletWorld w_;
    std::vector<btRigidBody*> bodies_;
};

class Regions : public testing::Test {
protected:
    ~Regions() override { test::setLimits({}); }

    /// The states of bodies after each step, on a ground that is prepared in regions.
    static std::vector<std::vector<btScalar>> history(btCollisionShape& ground, int wholeTriangles,
                                                      const std::function<void(int)>& before = {}) {
        BodiesOnGround bodies(ground, inRegionsAbove(wholeTriangles));
        std::vector<std::vector<btScalar>> states;
        for (int step = 0; step < kSteps; ++step) {
            if (before) before(step);
            bodies.run(1);
            states.push_back(bodies.state());
        }
        EXPECT_EQ(bodies.aboveGround(), BodiesOnGround::kCount);
        release(ground);
        return states;
    }
    static void expectTheSame(btCollisionShape& ground) {
        const auto whole = history(ground, kNever);
        const long long before = regionsPrepared();
        const auto inParts = history(ground, 0);
        EXPECT_GE(regionsPrepared(), before + BodiesOnGround::kCount);
        for (int step = 0; step < kSteps; ++step) {
            ASSERT_EQ(whole[std::size_t(step)], inParts[std::size_t(step)])
                << "after " << step + 1 << " steps";
        }
    }
    static Statistics ofProcess() {
        BulletWorld world;
        return statistics(world.dispatcher);
    }
    static long long regionsPrepared() { return ofProcess().regionsPrepared; }

    static constexpr int kSteps = 240;
    BulletMesh mesh_ = groundOf(kCells, hills);
    BulletTerrain terrain_{kCells, hills};
    btBvhTriangleMeshShape faces_{&mesh_.interface, true};
};

TEST_F(Regions, OfATerrainGiveTheSameMotion) { expectTheSame(terrain_.shape); }

TEST_F(Regions, OfAMeshGiveTheSameMotion) { expectTheSame(faces_); }

/// The motion does not depend on what finds the face pairs, in regions neither.
TEST_F(Regions, GiveTheSameMotionWithEveryNarrowPhase) {
    const auto expected = history(faces_, kNever);
    for (const std::string& name : narrowPhases()) {
        if (name == "brute-force" || name.starts_with("octree-")) continue;  // slow
        Settings settings = inRegionsAbove(0);
        settings.narrowPhase = name;
        BodiesOnGround bodies(faces_, settings);
        bodies.run(kSteps);
        EXPECT_EQ(bodies.state(), expected.back()) << name;
        release(faces_);
    }
}

TEST_F(Regions, OfAScaledMeshGiveTheSameMotion) {
    btScaledBvhTriangleMeshShape mirrored(&faces_, btVector3(1, 1, -1));
    expectTheSame(mirrored);
}

/// And those no longer in use, which are removed when the next one is requested.
TEST_F(Regions, WithAZeroBudgetOnlyThoseInUseAreCached) {
    const auto reference = history(terrain_.shape, 0);
    Settings settings = inRegionsAbove(0);
    test::setLimits({.wholeMesh = 0, .wholeTerrain = 0, .regionMegabytes = 0});
    BodiesOnGround bodies(terrain_.shape, settings);
    for (int step = 0; step < kSteps; ++step) {
        bodies.run(1);
        ASSERT_EQ(bodies.state(), reference[std::size_t(step)]);
        EXPECT_LE(bodies.statistics().regionsCached, 2 * BodiesOnGround::kCount);
    }
    EXPECT_GT(bodies.statistics().regionsDropped, 0);
}

TEST_F(Regions, OfTwoWorldsAreShared) {
    const auto alone = history(terrain_.shape, 0);
    const long long before = regionsPrepared();
    BodiesOnGround first(terrain_.shape, inRegionsAbove(0)), second(terrain_.shape, inRegionsAbove(0));
    for (int step = 0; step < kSteps; ++step) {
        first.run(1);
        const long long between = regionsPrepared();
        second.run(1);
        ASSERT_EQ(regionsPrepared(), between);
        ASSERT_EQ(first.state(), alone[std::size_t(step)]);
        ASSERT_EQ(second.state(), alone[std::size_t(step)]);
    }
    EXPECT_GT(regionsPrepared(), before);
}

/// Ditches that are dug while bodies lie around.
TEST_F(Regions, DeformLikeTheWholeMesh) {
    const auto digging = [&](int wholeTriangles) {
        BulletTerrain terrain(kCells, hills);
        return history(terrain.shape, wholeTriangles, [&](int step) {
            if (step % 20 != 10) return;
            for (int i = 5; i < 35; ++i) terrain.at(i, 12 + step / 20) -= 0.02f;
            notifyDeformed(terrain.shape);
        });
    };
    const auto whole = digging(kNever), inParts = digging(0);
    for (int step = 0; step < kSteps; ++step) {
        ASSERT_EQ(whole[std::size_t(step)], inParts[std::size_t(step)]) << "after " << step + 1 << " steps";
    }
}

TEST_F(Regions, ABodyFallsIntoAPitAnnouncedByItsBox) {
    std::ranges::fill(terrain_.heights, 0.f);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(0)), "");
    w.add(terrain_.shape, 0, btVector3(0, 0, 0));
    btSphereShape sphere(btScalar(0.2));
    const btRigidBody &over = w.add(sphere, 1, btVector3(0, btScalar(0.3), 0)),
                      &beside = w.add(sphere, 1, btVector3(4, btScalar(0.3), 0));
    w.run(60);
    EXPECT_NEAR(over.getWorldTransform().getOrigin().y(), 0.2, 0.01);
    for (int i = 18; i <= 22; ++i) {
        for (int k = 18; k <= 22; ++k) terrain_.at(i, k) = -0.5f;
    }
    notifyDeformed(terrain_.shape, {btScalar(-0.75), -1, btScalar(-0.75)},
                   {btScalar(0.75), 0, btScalar(0.75)});
    w.run(120);
    EXPECT_NEAR(over.getWorldTransform().getOrigin().y(), -0.3, 0.01);
    EXPECT_NEAR(beside.getWorldTransform().getOrigin().y(), 0.2, 0.01);
}

TEST_F(Regions, OnlyThoseInAChangedBoxArePreparedAgain) {
    std::ranges::fill(terrain_.heights, 0.f);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(0)), "");
    w.add(terrain_.shape, 0, btVector3(0, 0, 0));
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
    for (const double x : {-3.1, 0.2, 3.1}) {
        w.add(box, 1, btVector3(btScalar(x), btScalar(0.25), btScalar(0.3)), btVector3(1, 1, 1));
    }
    w.run(120);  // they rest
    const auto preparedAfter = [&](const btVector3& minimum, const btVector3& maximum) {
        const long long before = regionsPrepared();
        notifyDeformed(terrain_.shape, minimum, maximum);
        w.run(1);
        return regionsPrepared() - before;
    };
    EXPECT_EQ(preparedAfter({40, -1, 40}, {41, 1, 41}), 0);
    EXPECT_EQ(preparedAfter({-3, -1, 0}, {-2, 1, 1}), 1);
    EXPECT_EQ(preparedAfter({-5, -1, -5}, {5, 1, 5}), 3);
}

TEST_F(Regions, OfADestroyedTerrainAreNotUsedForTheNextOne) {
    const auto expected = history(terrain_.shape, 0);
    for (int i = 0; i < 3; ++i) {
        auto terrain = std::make_unique<BulletTerrain>(kCells, hills);
        BodiesOnGround bodies(terrain->shape, inRegionsAbove(0));
        bodies.run(i == 1 ? 5 : kSteps);
        if (i != 1) {
            EXPECT_EQ(bodies.state(), expected.back());
        }
    }
}

TEST_F(Regions, ANanHeightIsAHole) {
    for (int i = 18; i <= 22; ++i) {
        for (int k = 18; k <= 22; ++k) terrain_.at(i, k) = std::numeric_limits<float>::quiet_NaN();
    }
    for (const int whole : {0, kNever}) {
        BulletWorld w;
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(whole)), "");
        w.add(terrain_.shape, 0, btVector3(0, 0, 0));
        btSphereShape sphere(btScalar(0.2));
        const btRigidBody &over = w.add(sphere, 1, btVector3(0, 1, 0)),
                          &beside = w.add(sphere, 1, btVector3(3, 1, 3));
        w.run(120);
        EXPECT_LT(over.getWorldTransform().getOrigin().y(), -2);
        EXPECT_GT(beside.getWorldTransform().getOrigin().y(), -1);
    }
}

/// One triangle under the whole level, and a thousand in one point.
TEST_F(Regions, ContainTrianglesOfAnySize) {
    mesh_.vertices.insert(mesh_.vertices.end(), {{-1000, -1, -1000}, {1000, -1, -1000}, {0, -1, 2000}});
    const int last = int(mesh_.vertices.size());
    mesh_.faces.push_back({last - 3, last - 1, last - 2});
    for (int i = 0; i < 1000; ++i) mesh_.faces.push_back({0, 0, 0});
    const BulletMesh level(mesh_.vertices, mesh_.faces);
    btBvhTriangleMeshShape shape(const_cast<btTriangleIndexVertexArray*>(&level.interface), true);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, inRegionsAbove(0)), "");
    w.add(shape, 0, btVector3(0, 0, 0));
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
    const btRigidBody &far = w.add(box, 1, btVector3(300, 0, 200)),
                      &corner = w.add(box, 1, btVector3(-5, 1, -5));
    w.run(180);
    EXPECT_NEAR(far.getWorldTransform().getOrigin().y(), -0.8, 0.02);
    EXPECT_GT(corner.getWorldTransform().getOrigin().y(), -1);
}

TEST_F(Regions, LimitsThatAreNegativeAreRefused) {
    EXPECT_EQ(setProcessLimits({.wholeTerrain = -1}),
              "ProcessLimits::wholeMesh and wholeTerrain must be zero or more triangles.");
    EXPECT_EQ(setProcessLimits({.regionMegabytes = -1}),
              "ProcessLimits::regionMegabytes must be zero or more.");
}

}  // namespace
}  // namespace ricochet
