#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

/// Stores all that a query reports.
struct Results : btCollisionWorld::ContactResultCallback {
    struct Point {
        btManifoldPoint point;
        const btCollisionObject* object0;
        int shapeType0, index0, index1;
    };
    std::vector<Point> points;

    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* wrap0, int, int index0,
                             const btCollisionObjectWrapper* wrap1, int, int index1) override {
        (void)wrap1;
        points.push_back(
            {point, wrap0->getCollisionObject(), wrap0->getCollisionShape()->getShapeType(), index0, index1});
        return 0;
    }
};

/// Two unit cubes, one on the other, `gap` apart between the meshes; margins are 0.01 each.
struct Queries : testing::Test {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape{&mesh.interface, true};
    BulletWorld w;
    btRigidBody *lower = nullptr, *upper = nullptr;

    void transformPoint(btScalar gap) {
        shape.setMargin(btScalar(0.01));
        ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
        lower = &w.add(shape, 0, btVector3(0, 0, 0));
        upper = &w.add(shape, 1, btVector3(btScalar(0.1), 2 + gap, btScalar(0.2)));
    }
    /// A corner of the face lies at that height of the cube.
    bool touches(int face, btScalar height) const {
        const auto& corners = mesh.faces[std::size_t(face)];
        return std::any_of(corners.begin(), corners.end(),
                           [&](int v) { return mesh.vertices[std::size_t(v)][1] == height; });
    }
};

TEST_F(Queries, ContactPairTestDeliversPointsInBothOrders) {
    transformPoint(btScalar(0.015));
    Results results, swapped;
    w.world.contactPairTest(lower, upper, results);
    w.world.contactPairTest(upper, lower, swapped);
    ASSERT_GE(results.points.size(), 3u);
    EXPECT_EQ(swapped.points.size(), results.points.size());
    for (const auto& p : results.points) {
        EXPECT_NEAR(p.point.getDistance(), 0.015 - 0.02, 1e-5);
        EXPECT_EQ(p.object0, lower);
        EXPECT_NEAR(p.point.m_normalWorldOnB.y(), -1, 1e-6);  // from upper, which is B, to lower
        EXPECT_EQ(p.shapeType0, int(TRIANGLE_SHAPE_PROXYTYPE));
        EXPECT_TRUE(touches(p.index0, 1));   // faces at the top of one
        EXPECT_TRUE(touches(p.index1, -1));  // and at the bottom of the other
        EXPECT_NEAR(p.point.m_positionWorldOnA.y(), 1.01, 1e-5);
        EXPECT_NEAR(p.point.m_positionWorldOnB.y(), 1.005, 1e-5);
    }
    for (const auto& p : swapped.points) EXPECT_NEAR(p.point.m_normalWorldOnB.y(), 1, 1e-6);
}

TEST_F(Queries, ContactTestDeliversPoints) {
    transformPoint(btScalar(0.015));
    Results results;
    w.world.contactTest(upper, results);
    EXPECT_GE(results.points.size(), 3u);
}

TEST_F(Queries, MeshesInCompoundsDeliverPoints) {
    transformPoint(btScalar(0.015));
    btCompoundShape two;
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, -2, 0)), &shape);
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 2, 0)), &shape);
    btRigidBody& above = w.add(two, 1, btVector3(btScalar(0.3), btScalar(6.03), 0));
    Results one, swapped, all;
    w.world.contactPairTest(&above, upper, one);
    w.world.contactPairTest(upper, &above, swapped);
    w.world.contactTest(&above, all);
    ASSERT_GE(one.points.size(), 3u);
    EXPECT_EQ(swapped.points.size(), one.points.size());
    EXPECT_EQ(all.points.size(), one.points.size());
    for (const auto& p : one.points) {
        EXPECT_NEAR(p.point.getDistance(), 0.015 - 0.02, 1e-5);
        EXPECT_NEAR(p.point.m_normalWorldOnB.y(), p.object0 == upper ? -1 : 1, 1e-6);
        EXPECT_TRUE(touches(p.index0, p.object0 == upper ? 1 : -1));
    }
    EXPECT_EQ(w.dispatcher.getNumManifolds(), 0);
}

TEST_F(Queries, ASeparatedPairReportsOnlyWithinTheThreshold) {
    transformPoint(btScalar(0.5));
    Results near, far;
    w.world.contactPairTest(lower, upper, near);
    EXPECT_TRUE(near.points.empty());
    far.m_closestDistanceThreshold = btScalar(0.6);
    w.world.contactPairTest(lower, upper, far);
    ASSERT_FALSE(far.points.empty());
    EXPECT_NEAR(far.points[0].point.getDistance(), 0.5 - 0.02, 1e-5);
}

TEST_F(Queries, AnInfiniteThresholdFindsTheNearestPoints) {
    transformPoint(7);
    Results results;
    results.m_closestDistanceThreshold = btScalar(1e6);
    w.world.contactPairTest(lower, upper, results);
    ASSERT_FALSE(results.points.empty());
    for (const auto& p : results.points) {
        EXPECT_NEAR(p.point.getDistance(), 7 - 0.02, 1e-5);
        EXPECT_NEAR(p.point.m_normalWorldOnB.y(), -1, 1e-6);
    }
}

TEST_F(Queries, AQueryLeavesNoManifoldBehind) {
    transformPoint(btScalar(0.015));
    Results results;
    const int before = w.dispatcher.getNumManifolds();
    w.world.contactPairTest(lower, upper, results);
    w.world.contactTest(upper, results);
    EXPECT_EQ(w.dispatcher.getNumManifolds(), before);
}

TEST_F(Queries, AQueryDoesNotDisturbTheSimulation) {
    transformPoint(btScalar(0.015));
    w.run(30);
    const btTransform before = upper->getWorldTransform();
    const int contacts = w.contacts();
    Results results;
    w.world.contactPairTest(lower, upper, results);
    EXPECT_EQ(w.contacts(), contacts);
    EXPECT_TRUE(upper->getWorldTransform() == before);
}

TEST_F(Queries, AForeignManifoldIsFilledAndLeftToItsOwner) {
    transformPoint(btScalar(0.005));
    btPersistentManifold* shared = w.dispatcher.getNewManifold(lower, upper);
    const btCollisionObjectWrapper wrap0(nullptr, &shape, lower, lower->getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper wrap1(nullptr, &shape, upper, upper->getWorldTransform(), -1, -1);
    btCollisionAlgorithm* algorithm =
        w.dispatcher.findAlgorithm(&wrap0, &wrap1, shared, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&wrap0, &wrap1);
    algorithm->processCollision(&wrap0, &wrap1, w.world.getDispatchInfo(), &result);
    btManifoldArray own;
    algorithm->getAllContactManifolds(own);
    EXPECT_EQ(own.size(), 0);
    algorithm->~btCollisionAlgorithm();
    w.dispatcher.freeCollisionAlgorithm(algorithm);
    EXPECT_EQ(shared->getNumContacts(), 4);
    EXPECT_NEAR(shared->getContactPoint(0).getDistance(), 0.005 - 0.02, 1e-5);
    w.dispatcher.releaseManifold(shared);
}

TEST_F(Queries, RaysHitAsInStock) {
    transformPoint(btScalar(0.5));
    const btVector3 from(btScalar(0.3), 5, btScalar(0.4)), to(btScalar(0.2), -5, btScalar(0.1));
    btCollisionWorld::ClosestRayResultCallback ours(from, to), stock(from, to);
    w.world.rayTest(from, to, ours);
    unregisterAlgorithms(&w.dispatcher);
    w.world.rayTest(from, to, stock);
    ASSERT_TRUE(ours.hasHit());
    EXPECT_EQ(ours.m_collisionObject, upper);
    EXPECT_EQ((ours.m_hitPointWorld - stock.m_hitPointWorld).length2(), 0);
    EXPECT_EQ(ours.m_closestHitFraction, stock.m_closestHitFraction);
}

TEST_F(Queries, AGhostHasThePairAndItsManifolds) {
    transformPoint(btScalar(2));
    btGhostPairCallback ghostPairs;
    w.broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&ghostPairs);
    btPairCachingGhostObject ghost;
    ghost.setCollisionShape(&shape);
    ghost.setCollisionFlags(ghost.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    ghost.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.3), btScalar(1.5), 0)));
    w.world.addCollisionObject(&ghost, btBroadphaseProxy::SensorTrigger, btBroadphaseProxy::AllFilter);
    w.run(1);
    EXPECT_GE(ghost.getNumOverlappingObjects(), 1);

    // As a character controller does: the ghost's own pairs are dispatched once more, and all their
    // manifolds looked through.
    auto* pairs = ghost.getOverlappingPairCache();
    w.dispatcher.dispatchAllCollisionPairs(pairs, w.world.getDispatchInfo(), &w.dispatcher);
    int points = 0;
    for (int i = 0; i < pairs->getNumOverlappingPairs(); ++i) {
        btManifoldArray manifolds;
        btCollisionAlgorithm* algorithm = pairs->getOverlappingPairArray()[i].m_algorithm;
        if (algorithm) algorithm->getAllContactManifolds(manifolds);
        for (int m = 0; m < manifolds.size(); ++m) points += manifolds[m]->getNumContacts();
    }
    EXPECT_GT(points, 0);
    w.world.removeCollisionObject(&ghost);
}

/// Tori of 0.35 m, at the heights from which one comes down into the other.
class CrossedTori : public testing::Test {
protected:
    CrossedTori() {
        shape_.setMargin(0);
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher), "");
        w_.world.setGravity(btVector3(0, 0, 0));
    }

    void transformPoint(btRigidBody& upper, btScalar height) {
        upper.setLinearVelocity(btVector3(0, 0, 0));
        upper.setAngularVelocity(btVector3(0, 0, 0));
        upper.setWorldTransform(
            btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.3), height, 0)));
        upper.setInterpolationWorldTransform(upper.getWorldTransform());
    }
    double leastDistance(btCollisionObject& lower, btCollisionObject& upper) {
        Results results;
        w_.world.contactPairTest(&lower, &upper, results);
        double minimum = 1;
        for (const auto& each : results.points) minimum = std::min(minimum, double(each.point.getDistance()));
        return minimum;
    }

    BulletMesh mesh_ = test::torusMesh(btScalar(0.35), 32, 16);
    btBvhTriangleMeshShape shape_{&mesh_.interface, true};
    BulletWorld w_;
};

TEST_F(CrossedTori, AreAsDeepAfterAHistoryAsBefore) {
    btRigidBody &lower = w_.add(shape_, 1, btVector3(0, 0, 0)),
                &upper = w_.add(shape_, 1, btVector3(0, 2, 0));
    std::vector<double> before, after;
    constexpr btScalar kHeights[] = {btScalar(0.5), btScalar(0.3), btScalar(0.1), 0};
    for (const btScalar height : kHeights) {
        transformPoint(upper, height);
        before.push_back(leastDistance(lower, upper));
    }
    for (const btScalar height : {btScalar(0.9), btScalar(0.6)}) {
        transformPoint(upper, height);
        w_.world.performDiscreteCollisionDetection();
    }
    for (const btScalar height : kHeights) {
        transformPoint(upper, height);
        w_.world.performDiscreteCollisionDetection();
        after.push_back(leastDistance(lower, upper));
    }
    EXPECT_EQ(after, before);
}

TEST_F(CrossedTori, AreNotDeeperThanWhatFreesThem) {
    btRigidBody &lower = w_.add(shape_, 1, btVector3(0, 0, 0)),
                &upper = w_.add(shape_, 1, btVector3(0, 2, 0));
    for (const double height : {0.0, 0.1, 0.2, 0.4}) {
        transformPoint(upper, btScalar(height));
        const double depth = -leastDistance(lower, upper);
        EXPECT_LE(depth, 1.5 * (0.7 - height)) << height;
        EXPECT_GE(depth, 0.5 * (0.7 - height)) << height;
    }
}

}  // namespace
}  // namespace ricochet
