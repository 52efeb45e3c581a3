// Sweeps over a large ground read it along the path, and answer as if it were prepared whole.

#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <limits>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using ClosestHit = btCollisionWorld::ClosestConvexResultCallback;

/// Also records which face was hit.
struct ClosestFaceHit : ClosestHit {
    using ClosestHit::ClosestHit;
    btScalar addSingleResult(btCollisionWorld::LocalConvexResult& result, bool isInWorld) override {
        part = result.m_localShapeInfo->m_shapePart;
        triangle = result.m_localShapeInfo->m_triangleIndex;
        return ClosestHit::addSingleResult(result, isInWorld);
    }
    int part = -1, triangle = -1;
};

class RegionSweeps : public testing::Test {
protected:
    ~RegionSweeps() override {
        release(faces_);
        release(terrain_.shape);
        EXPECT_EQ(setProcessLimits({}), "");
    }
    void prepare(bool isWhole) {
        Settings settings;
        settings.report = [](const std::string&) {};
        const int whole = isWhole ? std::numeric_limits<int>::max() : 0;
        EXPECT_EQ(setProcessLimits({.wholeMesh = whole, .wholeTerrain = whole}), "");
        release(faces_);
        release(terrain_.shape);
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher, settings), "");
    }
    static btTransform at(double x, double y, double z) {
        return btTransform(btQuaternion(btVector3(1, 2, 3).normalized(), btScalar(x)),
                           btVector3(btScalar(x), btScalar(y), btScalar(z)));
    }
    ClosestFaceHit sweep(const btCollisionObject& body, const btTransform& from, const btTransform& to) {
        ClosestFaceHit closest(from.getOrigin(), to.getOrigin());
        EXPECT_EQ(sweepTest(w_.world, body, from, to, closest), "");
        return closest;
    }
    void expectTheSameSweeps(btCollisionShape& ground) {
        w_.add(ground, 0, btVector3(0, 0, 0));
        btCollisionObject ring, sphere;
        ring.setCollisionShape(&ring_);
        sphere.setCollisionShape(&sphere_);
        const std::pair<btTransform, btTransform> motions[] = {
            {at(0, 1, 0), at(0.2, -1, 0.1)},          // short
            {at(-4.5, 1.5, -4), at(4.5, -0.6, 3.5)},  // across all of it
            {at(-4, 1, 2), at(4, 1, 2)},              // past it
            {at(1, 30, 1), at(1.2, -30, 1.3)},        // long, and straight down
        };
        int hits = 0;
        for (const btCollisionObject* body : {&ring, &sphere}) {
            for (const auto& [from, to] : motions) {
                prepare(true);
                const ClosestFaceHit whole = sweep(*body, from, to);
                prepare(false);
                const ClosestFaceHit part = sweep(*body, from, to);
                ASSERT_EQ(whole.hasHit(), part.hasHit());
                hits += whole.hasHit();
                if (!whole.hasHit()) continue;
                EXPECT_NEAR(whole.m_closestHitFraction, part.m_closestHitFraction, 1e-5);
                EXPECT_EQ(std::pair(whole.part, whole.triangle), std::pair(part.part, part.triangle));
                EXPECT_LT((whole.m_hitPointWorld - part.m_hitPointWorld).length(), 1e-3);
            }
        }
        EXPECT_GE(hits, 6);
    }

    test::BulletMesh ringMesh_ = test::torusMesh(btScalar(0.3)), mesh_ = test::groundOf(60, test::hills);
    btBvhTriangleMeshShape ring_{&ringMesh_.interface, true}, faces_{&mesh_.interface, true};
    test::BulletTerrain terrain_{60, test::hills};
    btSphereShape sphere_{btScalar(0.2)};
    test::BulletWorld w_;
};

TEST_F(RegionSweeps, OverAMeshAgreeWithTheWholeMesh) { expectTheSameSweeps(faces_); }

TEST_F(RegionSweeps, OverATerrainAgreeWithTheWholeTerrain) { expectTheSameSweeps(terrain_.shape); }

TEST_F(RegionSweeps, AShortOnePreparesARegionAndALongOneCachesNothing) {
    w_.add(faces_, 0, btVector3(0, 0, 0));
    prepare(false);
    btCollisionObject sphere;
    sphere.setCollisionShape(&sphere_);
    const auto cachedRegions = [&] { return statistics(w_.dispatcher).regionsCached; };
    const long long before = cachedRegions();
    sweep(sphere, at(-4.5, 1.5, -4), at(4.5, -0.6, 3.5));
    EXPECT_EQ(cachedRegions(), before);
    sweep(sphere, at(0, 0.5, 0), at(0, 0, 0));
    EXPECT_EQ(cachedRegions(), before + 1);
}

TEST_F(RegionSweeps, IntersectionsAgreeWithTheWholeMesh) {
    const btRigidBody& ground = w_.add(faces_, 0, btVector3(0, 0, 0));
    btRigidBody& ring = w_.add(ring_, 1, btVector3(0, 0, 0));
    int meets = 0;
    for (int i = 0; i < 20; ++i) {
        const double x = 0.4 * i - 4;
        ring.setWorldTransform(at(x, test::hills(x, 0.5) + 0.3 * (i % 10), 0.5));
        prepare(true);
        const TimedAnswer whole = intersects(ground, ring);
        prepare(false);
        const TimedAnswer part = intersects(ground, ring);
        EXPECT_EQ(whole.error, "");
        ASSERT_EQ(whole.intersection, part.intersection) << i;
        meets += whole.intersection == Intersection::meets;
    }
    EXPECT_GT(meets, 4);
    EXPECT_LT(meets, 16);
}

TEST_F(RegionSweeps, AVertexSweepAgreesWithTheWholeMesh) {
    w_.add(faces_, 0, btVector3(0, 0, 0));
    btCollisionObject body;
    body.setCollisionShape(&ring_);
    std::vector<btVector3> from, to;
    for (const auto& v : ringMesh_.vertices) {
        from.emplace_back(v[0], v[1] + 2, v[2]);
        to.emplace_back(v[0], v[1] - 1, v[2] + btScalar(0.2));
    }
    btScalar fractions[2];
    for (const bool isWhole : {true, false}) {
        prepare(isWhole);
        ClosestHit closest(btVector3(0, 2, 0), btVector3(0, -1, 0));
        EXPECT_EQ(sweepTest(w_.world, body, from, to, closest), "");
        ASSERT_TRUE(closest.hasHit());
        fractions[isWhole] = closest.m_closestHitFraction;
    }
    EXPECT_EQ(fractions[0], fractions[1]);
}

}  // namespace
}  // namespace ricochet
