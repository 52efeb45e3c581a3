#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_world.h"
#include "tests/support/mktree_worlds.h"

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <limits>
#include <random>
#include <thread>

namespace ricochet {
namespace {

using mktree::test::clutter;
using test::BulletWorld;
using test::ObjectsInFile;
using test::ObjectsInMemory;
using testing::HasSubstr;

class PredictCollision : public testing::Test {
protected:
    PredictCollision() : flat_(test::objectsOf(test::groundOf(20, test::flat))), ground_(flat_.open()) {}

    btRigidBody& at(btCollisionShape& shape, const btVector3& place) { return w_.add(shape, 1, place); }

    ObjectsInFile flat_;
    MkTreeShape ground_;
    btBoxShape box_{btVector3(btScalar(0.25), btScalar(0.5), btScalar(0.125))};
    BulletWorld w_;
};

TEST_F(PredictCollision, GivesTimePlaceAndObject) {
    btRigidBody& ground = w_.add(ground_, 0, btVector3(0, -1, 0));
    btRigidBody& body = at(box_, btVector3(btScalar(1.1), 2, btScalar(0.7)));
    body.setLinearVelocity(btVector3(0, -2, 0));
    const PredictedCollision met = predictCollision(w_.world, body, 10);
    EXPECT_EQ(met.error, "");
    ASSERT_TRUE(met.isMet);
    EXPECT_FALSE(met.startsInContact);
    EXPECT_NEAR(met.time, 1.25, 1e-6);
    EXPECT_EQ(met.object, &ground);
    EXPECT_NEAR(met.point.y(), -1, 1e-6);
    EXPECT_NEAR(met.normal.y(), 1, 1e-6);
    EXPECT_EQ(met.part, 0);
    EXPECT_EQ(met.bodyTriangle, -1);
    EXPECT_EQ(met.deviation, 0);
    // It is the triangle below the point.
    struct Below : btTriangleCallback {
        void processTriangle(btVector3*, int, int index) override { triangles.push_back(index); }
        std::vector<int> triangles;
    } below;
    const btVector3 place = met.point - btVector3(0, -1, 0);
    ground_.processAllTriangles(&below, place, place);
    EXPECT_THAT(below.triangles, testing::Contains(met.triangle));
    EXPECT_FALSE(predictCollision(w_.world, body, btScalar(1.2)).isMet);
}

TEST_F(PredictCollision, RotationIsIncluded) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btRigidBody& body = at(box_, btVector3(0, btScalar(0.6), 0));
    body.setAngularVelocity(btVector3(0, 0, 1));
    EXPECT_FALSE(predictCollision(w_.world, body, 10).isMet);
    body.getWorldTransform().setOrigin(btVector3(0, btScalar(0.53), 0));
    const PredictedCollision met = predictCollision(w_.world, body, 10);
    ASSERT_TRUE(met.isMet);
    // A corner of the box is sqrt(0.25² + 0.5²) from the axis, and begins below it by 0.5.
    const double corner = std::hypot(0.25, 0.5);
    EXPECT_NEAR(met.time, std::acos(0.53 / corner) * -1 + std::acos(0.5 / corner), 1e-5);
}

TEST_F(PredictCollision, ABodyThatTouchesStartsInContact) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    const PredictedCollision met = predictCollision(w_.world, at(box_, btVector3(0, btScalar(0.25), 0)), 1);
    EXPECT_TRUE(met.isMet);
    EXPECT_TRUE(met.startsInContact);
    EXPECT_EQ(met.time, 0);
    EXPECT_TRUE(met.normal.isZero());
}

TEST_F(PredictCollision, PredictsEachMotionOfAList) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btRigidBody body(0, nullptr, &box_);  // not in the world
    std::vector<ScrewFlight> motions(4);
    for (int i = 0; i < 4; ++i) {
        motions[std::size_t(i)].from.setOrigin(btVector3(btScalar(0.3) * btScalar(i), 2, 0));
        motions[std::size_t(i)].linearVelocity = btVector3(0, btScalar(-i), 0);
        motions[std::size_t(i)].horizon = 1;
    }
    const auto met = predictCollisions(w_.world, body, motions);
    ASSERT_EQ(met.size(), 4u);
    EXPECT_FALSE(met[0].isMet);
    EXPECT_FALSE(met[1].isMet);
    EXPECT_NEAR(met[2].time, 0.75, 1e-6);
    EXPECT_NEAR(met[3].time, 0.5, 1e-6);
}

/// Against sweeps of the same mesh in memory: motions that turn about their direction are screws for both.
TEST_F(PredictCollision, AgreesWithSweepsThroughTheSameMeshInMemory) {
    const auto objects = test::ofFloats(clutter(12, 60));
    ObjectsInMemory memory(objects);
    const ObjectsInFile inFile(objects);
    MkTreeShape file(inFile.open());
    BulletWorld inMemory;
    EXPECT_EQ(registerAlgorithms(&inMemory.dispatcher), "");
    const btTransform place(btQuaternion(btVector3(0, 1, 0), btScalar(0.4)), btVector3(1, 2, 3));
    w_.add(file, 0, btVector3(0, 0, 0)).setWorldTransform(place);
    inMemory.add(memory.shape(), 0, btVector3(0, 0, 0)).setWorldTransform(place);
    for (BulletWorld* world : {&w_, &inMemory}) world->world.updateAabbs();

    btBoxShape box(btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.1)));
    btRigidBody body(0, nullptr, &box);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> from(-4, 4), velocity(-3, 3);
    int hits = 0;
    for (int i = 0; i < 150; ++i) {
        const auto vector = [&](auto& of) {
            return btVector3(btScalar(of(random)), btScalar(of(random)), btScalar(of(random)));
        };
        ScrewFlight flight;
        flight.from.setOrigin(place * vector(from));
        flight.linearVelocity = vector(velocity);
        const btScalar turn = i % 3 ? btScalar(0.5) * btScalar(i % 3) : 0;
        flight.angularVelocity = flight.linearVelocity.normalized() * turn;
        const btTransform to(btQuaternion(flight.linearVelocity.normalized(), turn),
                             flight.from.getOrigin() + flight.linearVelocity);
        btCollisionWorld::ClosestConvexResultCallback swept(flight.from.getOrigin(), to.getOrigin());
        ASSERT_EQ(sweepTest(inMemory.world, body, flight.from, to, swept), "");
        const PredictedCollision met = predictCollisions(w_.world, body, {flight}).front();
        ASSERT_EQ(met.error, "");
        ASSERT_EQ(met.isMet, swept.hasHit()) << i;
        if (!met.isMet) continue;
        ++hits;
        EXPECT_NEAR(met.time, swept.m_closestHitFraction, 3e-6) << i;
    }
    EXPECT_GT(hits, 45);
    EXPECT_LT(hits, 140);
}

/// Only the relative motion matters: a moving ship under a static body, or a body that moves over a static
/// ship.
TEST_F(PredictCollision, OfTwoMovingBodiesUsesTheirRelativeMotion) {
    const auto objects = test::ofFloats(clutter(12, 60));
    const ObjectsInFile inFile(objects);
    MkTreeShape file(inFile.open());
    btRigidBody& ship = w_.add(file, 0, btVector3(0, 0, 0));
    ship.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    std::mt19937 random(8);
    std::uniform_real_distribution<double> from(-5, 5), velocity(-2, 2), turn(-1, 1);
    const auto vector = [&](auto& of) {
        return btVector3(btScalar(of(random)), btScalar(of(random)), btScalar(of(random)));
    };
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        btRigidBody body(1, nullptr, &box_, btVector3(1, 1, 1));
        body.getWorldTransform().setOrigin(vector(from));
        const btScalar turns = btScalar(i % 2) * (i % 4 == 1 ? 1 : 8);  // none, less than one, or some
        const btVector3 v = vector(velocity), w = turns * vector(turn);
        ship.setLinearVelocity(v);
        ship.setAngularVelocity(w);
        const PredictedCollision moving = predictCollision(w_.world, body, 1);
        ASSERT_EQ(moving.error, "");
        ship.setLinearVelocity(btVector3(0, 0, 0));
        ship.setAngularVelocity(btVector3(0, 0, 0));
        // As seen from the ship, the body goes along the same screw backwards.
        body.setAngularVelocity(-w);
        body.setLinearVelocity(-(v + w.cross(body.getWorldTransform().getOrigin())));
        const PredictedCollision standing = predictCollision(w_.world, body, 1);
        ASSERT_EQ(moving.isMet, standing.isMet) << i;
        if (!moving.isMet) continue;
        ++hits;
        EXPECT_LE(moving.deviation, btScalar(1e-4));
        EXPECT_NEAR(moving.time, standing.time, 1e-3) << i;
        EXPECT_EQ(moving.startsInContact, standing.startsInContact);
        if (i % 2 == 0) {
            EXPECT_EQ(moving.triangle, standing.triangle);
        }
    }
    EXPECT_GT(hits, 18);
    EXPECT_LT(hits, 55);
}

/// The paper's four steps against the default, in a standing ship and in one that moves and turns.
TEST_F(PredictCollision, EachMethodFindsTheSameContact) {
    const ObjectsInFile inFile(test::ofFloats(clutter(12, 60)));
    MkTreeShape file(inFile.open());
    btRigidBody& ship = w_.add(file, 0, btVector3(0, 0, 0));
    ship.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    std::mt19937 random(21);
    std::uniform_real_distribution<double> from(-5, 5), velocity(-2, 2), turn(-2, 2);
    const auto vector = [&](auto& of) {
        return btVector3(btScalar(of(random)), btScalar(of(random)), btScalar(of(random)));
    };
    constexpr int kMotions = 60;
    int hits = 0, startsInContact = 0;
    for (int i = 0; i < kMotions; ++i) {
        btRigidBody body(1, nullptr, &box_, btVector3(1, 1, 1));
        body.getWorldTransform().setOrigin(vector(from));
        body.setLinearVelocity(vector(velocity));
        body.setAngularVelocity(btScalar(i % 2) * vector(turn));
        const bool isShipMoving = i % 4 == 3;
        ship.setLinearVelocity(isShipMoving ? vector(velocity) : btVector3(0, 0, 0));
        ship.setAngularVelocity(isShipMoving ? btScalar(0.1) * vector(turn) : btVector3(0, 0, 0));
        const PredictedCollision expected = predictCollision(w_.world, body, 1);
        ASSERT_EQ(expected.error, "");
        for (const char* method : {"slices", "paper", "paper-polyhedra", "paper-in-order"}) {
            const PredictedCollision met = predictCollision(w_.world, body, 1, method);
            ASSERT_EQ(met.error, "");
            ASSERT_EQ(met.isMet, expected.isMet) << method << ' ' << i;
            EXPECT_NEAR(met.time, expected.time, 1e-6) << method << ' ' << i;
            EXPECT_EQ(met.startsInContact, expected.startsInContact) << method << ' ' << i;
            EXPECT_NEAR(met.point.distance(expected.point), 0, expected.startsInContact ? 2 : 1e-4)
                << method << ' ' << i;
        }
        hits += expected.isMet;
        startsInContact += expected.startsInContact;
    }
    EXPECT_GT(hits, 0.3 * kMotions);
    EXPECT_LT(hits, 0.9 * kMotions);
    EXPECT_LT(startsInContact, hits / 2);
}

TEST_F(PredictCollision, AnUnknownMethodGivesOneSentence) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btRigidBody& body = at(box_, btVector3(0, 3, 0));
    const std::string names = "slices, paper, paper-polyhedra, paper-in-order";
    EXPECT_EQ(predictCollision(w_.world, body, 1, "papre").error,
              "There is no prediction method 'papre': there are " + names + "; the nearest is 'paper'.");
    EXPECT_THAT(predictCollision(w_.world, body, 1, "").error, HasSubstr("no prediction method ''"));
    EXPECT_EQ(predictCollisions(w_.world, body, std::vector<ScrewFlight>(3), "newton").size(), 3u);
}

TEST_F(PredictCollision, HandlesCompoundsPartByPart) {
    btCompoundShape ship, dumbbell;
    ship.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, -2, 0)), &ground_);
    dumbbell.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-1, 0, 0)), &box_);
    dumbbell.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(1, btScalar(-0.5), 0)), &box_);
    w_.add(ship, 0, btVector3(0, 0, 0));
    btRigidBody& body = at(dumbbell, btVector3(0, 1, 0));
    body.setLinearVelocity(btVector3(0, -1, 0));
    const PredictedCollision met = predictCollision(w_.world, body, 10);
    ASSERT_TRUE(met.isMet);
    EXPECT_NEAR(met.time, 2, 1e-6);
    EXPECT_GT(met.point.x(), 0);
}

TEST_F(PredictCollision, UnsupportedInputGivesOneSentence) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btSphereShape sphere(1);
    btRigidBody& round = at(sphere, btVector3(0, 3, 0));
    EXPECT_EQ(predictCollision(w_.world, round, 1).error,
              "A SPHERE has no faces for which a collision could be predicted.");
    btConvexHullShape point;
    point.addPoint(btVector3(0, 0, 0));
    EXPECT_EQ(predictCollision(w_.world, at(point, btVector3(0, 3, 0)), 1).error,
              "No collision is predicted for a convex hull: its points enclose no volume.");
    btRigidBody& body = at(box_, btVector3(0, 3, 0));
    for (const btScalar horizon : {btScalar(-1), std::numeric_limits<btScalar>::infinity()}) {
        EXPECT_EQ(predictCollision(w_.world, body, horizon).error,
                  "The horizon of a prediction must be zero or a positive number of seconds.");
    }
    body.setLinearVelocity(btVector3(std::numeric_limits<btScalar>::quiet_NaN(), 0, 0));
    EXPECT_THAT(predictCollision(w_.world, body, 1).error, HasSubstr("not finite"));
    body.setLinearVelocity(btVector3(0, -1, 0));
    ground_.setLocalScaling(btVector3(2, 2, 2));
    EXPECT_EQ(predictCollision(w_.world, body, 1).error,
              "No collision is predicted with a scaled MKtree shape.");
    ground_.setLocalScaling(btVector3(1, 1, 1));
    EXPECT_EQ(predictCollision(w_.world, body, 5).error, "");
}

TEST_F(PredictCollision, ADamagedLeafIsReported) {
    MkTreeShape cold(flat_.open(0));
    w_.add(cold, 0, btVector3(0, 0, 0));
    btRigidBody& body = at(box_, btVector3(0, 1, 0));
    body.setLinearVelocity(btVector3(0, -1, 0));
    std::filesystem::resize_file(flat_.path(), 512);
    const PredictedCollision met = predictCollision(w_.world, body, 5);
    EXPECT_THAT(met.error, HasSubstr("world.mkt: leaf "));
    EXPECT_FALSE(met.isMet);
}

TEST_F(PredictCollision, ObeysBulletsFilters) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btRigidBody body(1, nullptr, &box_);
    body.getWorldTransform().setOrigin(btVector3(0, 3, 0));
    w_.world.addRigidBody(&body, 64, 128);
    body.setLinearVelocity(btVector3(0, -1, 0));
    EXPECT_FALSE(predictCollision(w_.world, body, 5).isMet);
    w_.world.removeRigidBody(&body);
    EXPECT_TRUE(predictCollision(w_.world, body, 5).isMet);
}

TEST_F(PredictCollision, AChangedFlatHullIsReadAgain) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btConvexHullShape hull;
    for (int i = 0; i < 8; ++i) {
        hull.addPoint(btVector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1) * btScalar(0.25));
    }
    btRigidBody& body = at(hull, btVector3(0, 2, 0));
    body.setLinearVelocity(btVector3(0, -1, 0));
    EXPECT_NEAR(predictCollision(w_.world, body, 5).time, 1.75, 1e-6);
    hull.addPoint(btVector3(0, -1, 0));
    EXPECT_NEAR(predictCollision(w_.world, body, 5).time, 1, 1e-6);
}

TEST_F(PredictCollision, IsTheSameFromManyThreads) {
    w_.add(ground_, 0, btVector3(0, 0, 0));
    btRigidBody& body = at(box_, btVector3(0, 3, 0));
    body.setLinearVelocity(btVector3(0, -1, 0));
    body.setAngularVelocity(btVector3(btScalar(0.1), 2, 0));
    const btScalar expected = predictCollision(w_.world, body, 5).time;
    EXPECT_GT(expected, 0);
    std::vector<std::thread> threads;
    std::vector<btScalar> times(8);
    for (btScalar& time : times) {
        threads.emplace_back([&] { time = predictCollision(w_.world, body, 5).time; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(times, std::vector<btScalar>(8, expected));
}

}  // namespace
}  // namespace ricochet
