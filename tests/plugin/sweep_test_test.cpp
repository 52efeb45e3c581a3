#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using Closest = btCollisionWorld::ClosestConvexResultCallback;

class SweepTest : public testing::Test {
protected:
    void SetUp() override { EXPECT_EQ(registerAlgorithms(&stock_.dispatcher), ""); }

    btTransform at(btScalar x, btScalar y, btScalar z) const {
        return btTransform(btQuaternion::getIdentity(), btVector3(x, y, z));
    }

    Closest sweep(const btTransform& from, const btTransform& to) {
        Closest closest(from.getOrigin(), to.getOrigin());
        EXPECT_EQ(sweepTest(stock_.world, ring_, from, to, closest), "");
        return closest;
    }

    test::BulletWorld stock_;
    test::BulletMesh ringMesh_ = test::torusMesh(btScalar(0.25)),
                     wallMesh_ = test::boxMesh(3, 3, btScalar(0.01));
    btBvhTriangleMeshShape ringShape_{&ringMesh_.interface, true}, wallShape_{&wallMesh_.interface, true};
    btRigidBody& wall_ = stock_.add(wallShape_, 0, btVector3(0, 0, 0));
    btRigidBody ring_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ringShape_)};  // not in the world
};

TEST_F(SweepTest, FindsTheWallThePointAndTheNormal) {
    const Closest closest = sweep(at(0, 0, 5), at(0, 0, -5));
    ASSERT_TRUE(closest.hasHit());
    // The ring's outermost vertices are at 1.25 cos 15 degrees from its axis.
    const double outermost = 1 + 0.25 * std::cos(M_PI / 12);
    EXPECT_NEAR(closest.m_closestHitFraction, (5 - 0.01 - outermost) / 10, 1e-5);
    EXPECT_EQ(closest.m_hitCollisionObject, &wall_);
    EXPECT_NEAR(closest.m_hitNormalWorld.z(), 1, 1e-3);
    EXPECT_NEAR(closest.m_hitPointWorld.z(), 0.01, 1e-3);
}

TEST_F(SweepTest, RotationDuringTheMotionIsIncluded) {
    // A quarter turn lays the ring flat, so it comes farther.
    btTransform end = at(0, 0, btScalar(0.5));
    EXPECT_TRUE(sweep(at(0, 0, 2), end).hasHit());
    end.setRotation(btQuaternion(btVector3(1, 0, 0), SIMD_HALF_PI));
    btTransform begin = at(0, 0, 2);
    begin.setRotation(end.getRotation());
    EXPECT_FALSE(sweep(begin, end).hasHit());
}

TEST_F(SweepTest, AHoleLetsAPoleThrough) {
    test::BulletMesh poleMesh = test::boxMesh(btScalar(0.1), 2, btScalar(0.1));
    btBvhTriangleMeshShape poleShape(&poleMesh.interface, true);
    btRigidBody& pole = stock_.add(poleShape, 0, btVector3(20, 0, 0));
    EXPECT_FALSE(sweep(at(20, 5, 0), at(20, -5, 0)).hasHit());
    const Closest beside = sweep(at(btScalar(20.8), 5, 0), at(btScalar(20.8), -5, 0));
    EXPECT_EQ(beside.m_hitCollisionObject, &pole);
}

TEST_F(SweepTest, OnlyTheFirstOfTwoWallsIsTheClosest) {
    btRigidBody& second = stock_.add(wallShape_, 0, btVector3(0, 0, -2));
    EXPECT_EQ(sweep(at(0, 0, 5), at(0, 0, -8)).m_hitCollisionObject, &wall_);
    EXPECT_EQ(sweep(at(0, 0, -8), at(0, 0, 5)).m_hitCollisionObject, &second);
}

TEST_F(SweepTest, CrossingFromTheStartIsFractionZero) {
    EXPECT_EQ(sweep(at(0, 0, 0), at(0, 0, -5)).m_closestHitFraction, 0);
}

TEST_F(SweepTest, FiltersAreObeyed) {
    const btTransform from = at(0, 0, 5), to = at(0, 0, -5);
    Closest closest(from.getOrigin(), to.getOrigin());
    closest.m_collisionFilterMask = btBroadphaseProxy::DefaultFilter;
    EXPECT_EQ(sweepTest(stock_.world, ring_, from, to, closest), "");
    EXPECT_FALSE(closest.hasHit());
}

TEST_F(SweepTest, ReportsAMissingRegistration) {
    unregisterAlgorithms(&stock_.dispatcher);
    Closest closest(btVector3(0, 0, 5), btVector3(0, 0, -5));
    EXPECT_NE(sweepTest(stock_.world, ring_, at(0, 0, 5), at(0, 0, -5), closest), "");
    EXPECT_FALSE(closest.hasHit());
}

using Vertices = std::vector<btVector3>;

class VertexSweepTest : public SweepTest {
protected:
    /// Where the ring's vertices are with the ring at a place.
    Vertices ringAt(btScalar x, btScalar y, btScalar z) const {
        Vertices vertices;
        for (const auto& v : ringMesh_.vertices) vertices.push_back(btVector3(v[0] + x, v[1] + y, v[2] + z));
        return vertices;
    }

    std::string complaint(const Vertices& from, const Vertices& to) {
        Closest closest(btVector3(0, 0, 0), btVector3(0, 0, 0));
        const std::string sentence = sweepTest(stock_.world, ring_, from, to, closest);
        EXPECT_FALSE(closest.hasHit());
        return sentence;
    }

    Closest sweepVertices(const Vertices& from, const Vertices& to) {
        Closest closest(from[0], to[0]);
        EXPECT_EQ(sweepTest(stock_.world, ring_, from, to, closest), "");
        return closest;
    }
};

TEST_F(VertexSweepTest, AllVerticesTogetherMoveLikeARigidBody) {
    const Closest shifted = sweep(at(0, 0, 5), at(0, 0, -5));
    const Closest closest = sweepVertices(ringAt(0, 0, 5), ringAt(0, 0, -5));
    ASSERT_TRUE(closest.hasHit());
    EXPECT_NEAR(closest.m_closestHitFraction, shifted.m_closestHitFraction, 1e-5);
    EXPECT_EQ(closest.m_hitCollisionObject, &wall_);
    EXPECT_NEAR(closest.m_hitNormalWorld.z(), 1, 1e-5);
    EXPECT_NEAR(closest.m_hitPointWorld.z(), 0.01, 1e-5);
}

TEST_F(VertexSweepTest, OneVertexThatShootsOutIsFound) {
    const Vertices from = ringAt(0, 0, 5);
    Vertices to = from;
    to[3].setZ(-5);
    const btScalar height = from[3].z();
    const Closest closest = sweepVertices(from, to);
    ASSERT_TRUE(closest.hasHit());
    EXPECT_NEAR(closest.m_closestHitFraction, (height - 0.01) / (height + 5), 1e-5);
    to[3].setZ(btScalar(0.02));
    EXPECT_FALSE(sweepVertices(from, to).hasHit());
}

TEST_F(VertexSweepTest, PosesOfPartsAndCompoundsAreIncluded) {
    test::BulletMesh poleMesh = test::boxMesh(btScalar(0.1), 2, btScalar(0.1));
    btBvhTriangleMeshShape poleShape(&poleMesh.interface, true);
    btCompoundShape compound;
    compound.addChildShape(at(0, 7, 0), &poleShape);
    btRigidBody& pole = stock_.add(compound, 0, btVector3(20, 0, 0));
    const Closest closest = sweepVertices(ringAt(btScalar(20.8), 15, 0), ringAt(btScalar(20.8), 5, 0));
    EXPECT_EQ(closest.m_hitCollisionObject, &pole);
    EXPECT_FALSE(sweepVertices(ringAt(20, 15, 0), ringAt(20, 5, 0)).hasHit());  // a hole lets a pole through
}

TEST_F(VertexSweepTest, FiltersAreObeyedAndTheFirstOfTwoIsTheClosest) {
    btRigidBody& second = stock_.add(wallShape_, 0, btVector3(0, 0, -2));
    EXPECT_EQ(sweepVertices(ringAt(0, 0, 5), ringAt(0, 0, -8)).m_hitCollisionObject, &wall_);
    EXPECT_EQ(sweepVertices(ringAt(0, 0, -8), ringAt(0, 0, 5)).m_hitCollisionObject, &second);
    Closest closest(btVector3(0, 0, 5), btVector3(0, 0, -5));
    closest.m_collisionFilterMask = btBroadphaseProxy::DefaultFilter;
    EXPECT_EQ(sweepTest(stock_.world, ring_, ringAt(0, 0, 5), ringAt(0, 0, -5), closest), "");
    EXPECT_FALSE(closest.hasHit());
}

TEST_F(VertexSweepTest, BadInputGivesOneSentence) {
    const Vertices good = ringAt(0, 0, 5);
    Vertices few = good, notANumber = ringAt(0, 0, -5);
    few.pop_back();
    notANumber[7].setY(std::numeric_limits<btScalar>::quiet_NaN());
    EXPECT_EQ(complaint(few, good),
              "The mesh has 288 vertices, and 287 were given at the start of the sweep.");
    EXPECT_EQ(complaint(good, {}), "The mesh has 288 vertices, and 0 were given at the end of the sweep.");
    EXPECT_EQ(complaint(good, notANumber), "Vertex 7 is not finite at the end of the sweep.");

    btBoxShape box(btVector3(1, 1, 1));
    ring_.setCollisionShape(&box);
    EXPECT_EQ(complaint(good, good),
              "Only a body whose shape is one mesh can be swept by its vertices, and this one's is a Box.");
    unregisterAlgorithms(&stock_.dispatcher);
    EXPECT_NE(complaint(good, good), "");
}

}  // namespace
}  // namespace ricochet
