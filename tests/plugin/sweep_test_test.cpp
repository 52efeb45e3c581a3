#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using Closest = btCollisionWorld::ClosestConvexResultCallback;

/// The parameter: `Settings::continuous`.
class SweepTest : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        Settings settings;
        settings.continuous = GetParam();
        settings.threads = 2;
        EXPECT_EQ(registerAlgorithms(&stock_.dispatcher, settings), "");
    }

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

TEST_P(SweepTest, FindsTheWallThePointAndTheNormal) {
    const Closest closest = sweep(at(0, 0, 5), at(0, 0, -5));
    ASSERT_TRUE(closest.hasHit());
    // The ring's outermost vertices are at 1.25 cos 15 degrees from its axis.
    const double outermost = 1 + 0.25 * std::cos(M_PI / 12);
    EXPECT_NEAR(closest.m_closestHitFraction, (5 - 0.01 - outermost) / 10, 1e-5);
    EXPECT_EQ(closest.m_hitCollisionObject, &wall_);
    EXPECT_NEAR(closest.m_hitNormalWorld.z(), 1, 1e-3);
    EXPECT_NEAR(closest.m_hitPointWorld.z(), 0.01, 1e-3);
}

TEST_P(SweepTest, RotationDuringTheMotionIsIncluded) {
    // A quarter turn lays the ring flat, so it comes farther.
    btTransform end = at(0, 0, btScalar(0.5));
    EXPECT_TRUE(sweep(at(0, 0, 2), end).hasHit());
    end.setRotation(btQuaternion(btVector3(1, 0, 0), SIMD_HALF_PI));
    btTransform begin = at(0, 0, 2);
    begin.setRotation(end.getRotation());
    EXPECT_FALSE(sweep(begin, end).hasHit());
}

TEST_P(SweepTest, AHoleLetsAPoleThrough) {
    test::BulletMesh poleMesh = test::boxMesh(btScalar(0.1), 2, btScalar(0.1));
    btBvhTriangleMeshShape poleShape(&poleMesh.interface, true);
    btRigidBody& pole = stock_.add(poleShape, 0, btVector3(20, 0, 0));
    EXPECT_FALSE(sweep(at(20, 5, 0), at(20, -5, 0)).hasHit());
    const Closest beside = sweep(at(btScalar(20.8), 5, 0), at(btScalar(20.8), -5, 0));
    EXPECT_EQ(beside.m_hitCollisionObject, &pole);
}

TEST_P(SweepTest, OnlyTheFirstOfTwoWallsIsTheClosest) {
    btRigidBody& second = stock_.add(wallShape_, 0, btVector3(0, 0, -2));
    EXPECT_EQ(sweep(at(0, 0, 5), at(0, 0, -8)).m_hitCollisionObject, &wall_);
    EXPECT_EQ(sweep(at(0, 0, -8), at(0, 0, 5)).m_hitCollisionObject, &second);
}

TEST_P(SweepTest, CrossingFromTheStartIsFractionZero) {
    EXPECT_EQ(sweep(at(0, 0, 0), at(0, 0, -5)).m_closestHitFraction, 0);
}

TEST_P(SweepTest, FiltersAreObeyed) {
    const btTransform from = at(0, 0, 5), to = at(0, 0, -5);
    Closest closest(from.getOrigin(), to.getOrigin());
    closest.m_collisionFilterMask = btBroadphaseProxy::DefaultFilter;
    EXPECT_EQ(sweepTest(stock_.world, ring_, from, to, closest), "");
    EXPECT_FALSE(closest.hasHit());
}

TEST_P(SweepTest, ReportsAMissingRegistration) {
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
        const std::string message = sweepTest(stock_.world, ring_, from, to, closest);
        EXPECT_FALSE(closest.hasHit());
        return message;
    }

    Closest sweepVertices(const Vertices& from, const Vertices& to) {
        Closest closest(from[0], to[0]);
        EXPECT_EQ(sweepTest(stock_.world, ring_, from, to, closest), "");
        return closest;
    }
};

TEST_P(VertexSweepTest, AllVerticesTogetherMoveLikeARigidBody) {
    const Closest shifted = sweep(at(0, 0, 5), at(0, 0, -5));
    const Closest closest = sweepVertices(ringAt(0, 0, 5), ringAt(0, 0, -5));
    ASSERT_TRUE(closest.hasHit());
    EXPECT_NEAR(closest.m_closestHitFraction, shifted.m_closestHitFraction, 1e-5);
    EXPECT_EQ(closest.m_hitCollisionObject, &wall_);
    EXPECT_NEAR(closest.m_hitNormalWorld.z(), 1, 1e-5);
    EXPECT_NEAR(closest.m_hitPointWorld.z(), 0.01, 1e-5);
}

TEST_P(VertexSweepTest, OneVertexThatShootsOutIsFound) {
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

TEST_P(VertexSweepTest, PosesOfPartsAndCompoundsAreIncluded) {
    test::BulletMesh poleMesh = test::boxMesh(btScalar(0.1), 2, btScalar(0.1));
    btBvhTriangleMeshShape poleShape(&poleMesh.interface, true);
    btCompoundShape compound;
    compound.addChildShape(at(0, 7, 0), &poleShape);
    btRigidBody& pole = stock_.add(compound, 0, btVector3(20, 0, 0));
    const Closest closest = sweepVertices(ringAt(btScalar(20.8), 15, 0), ringAt(btScalar(20.8), 5, 0));
    EXPECT_EQ(closest.m_hitCollisionObject, &pole);
    EXPECT_FALSE(sweepVertices(ringAt(20, 15, 0), ringAt(20, 5, 0)).hasHit());  // a hole lets a pole through
}

TEST_P(VertexSweepTest, RoundShapesAreTouchedAsByARigidBody) {
    btSphereShape sphere(btScalar(0.5));
    btCapsuleShapeX capsule(btScalar(0.3), 1);
    btCylinderShapeZ cylinder(btVector3(btScalar(0.4), btScalar(0.4), btScalar(0.7)));
    btConeShape cone(btScalar(0.5), 1);
    btScalar x = 20;
    for (btCollisionShape* shape :
         {static_cast<btCollisionShape*>(&sphere), static_cast<btCollisionShape*>(&capsule),
          static_cast<btCollisionShape*>(&cylinder), static_cast<btCollisionShape*>(&cone)}) {
        SCOPED_TRACE(shape->getName());
        btRigidBody& body = stock_.add(*shape, 0, btVector3(x + 1, 0, btScalar(0.2)));
        const Closest rigid = sweep(at(x, 0, 5), at(x, 0, -5));
        const Closest closest = sweepVertices(ringAt(x, 0, 5), ringAt(x, 0, -5));
        ASSERT_TRUE(closest.hasHit());
        EXPECT_EQ(closest.m_hitCollisionObject, &body);
        EXPECT_NEAR(closest.m_closestHitFraction, rigid.m_closestHitFraction, 1e-5);
        EXPECT_LT((closest.m_hitPointWorld - rigid.m_hitPointWorld).length(), 1e-3);
        EXPECT_GT(closest.m_hitNormalWorld.dot(rigid.m_hitNormalWorld), btScalar(0.999));
        x += 10;
    }
}

TEST_P(VertexSweepTest, AFaceThatClosesOnASphereIsFoundAndOneThatStaysOutsideIsNot) {
    btSphereShape sphere(btScalar(0.25));
    const btRigidBody& body = stock_.add(sphere, 0, btVector3(40, 0, 0));
    const Vertices from = ringAt(40, 0, 0);  // the sphere is in the ring's hole
    Vertices closed = from, narrowed = from;
    for (std::size_t i = 0; i < from.size(); ++i) {
        closed[i] = btVector3(40, 0, 0) + (from[i] - btVector3(40, 0, 0)) * btScalar(0.2);
        narrowed[i] = btVector3(40, 0, 0) + (from[i] - btVector3(40, 0, 0)) * btScalar(0.9);
    }
    EXPECT_EQ(sweepVertices(from, closed).m_hitCollisionObject, &body);
    EXPECT_FALSE(sweepVertices(from, narrowed).hasHit());
    EXPECT_EQ(sweepVertices(closed, from).m_closestHitFraction, 0);  // intersects at the start
}

TEST_P(VertexSweepTest, FiltersAreObeyedAndTheFirstOfTwoIsTheClosest) {
    btRigidBody& second = stock_.add(wallShape_, 0, btVector3(0, 0, -2));
    EXPECT_EQ(sweepVertices(ringAt(0, 0, 5), ringAt(0, 0, -8)).m_hitCollisionObject, &wall_);
    EXPECT_EQ(sweepVertices(ringAt(0, 0, -8), ringAt(0, 0, 5)).m_hitCollisionObject, &second);
    Closest closest(btVector3(0, 0, 5), btVector3(0, 0, -5));
    closest.m_collisionFilterMask = btBroadphaseProxy::DefaultFilter;
    EXPECT_EQ(sweepTest(stock_.world, ring_, ringAt(0, 0, 5), ringAt(0, 0, -5), closest), "");
    EXPECT_FALSE(closest.hasHit());
}

TEST_P(VertexSweepTest, BadInputGivesOneSentence) {
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

constexpr const char* kMethods[] = {"narrow-phase", "swept-space", "swept-space?division=spmd",
                                    "swept-space?division=producer-consumer"};
const auto kNameOfMethod = [](const auto& method) {
    std::string name = method.param;
    std::erase_if(name, [](unsigned char letter) { return !std::isalnum(letter); });
    return name;
};
INSTANTIATE_TEST_SUITE_P(Methods, SweepTest, testing::ValuesIn(kMethods), kNameOfMethod);
INSTANTIATE_TEST_SUITE_P(Methods, VertexSweepTest, testing::ValuesIn(kMethods), kNameOfMethod);

/// Long triangles beside one another, all of which cover most of the others.
test::BulletMesh layeredStrips(int count, btScalar height) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i < count; ++i) {
        const btScalar y = btScalar(1e-3) * btScalar(i);
        vertices.insert(vertices.end(), {{-1, y, height}, {1, y, height}, {0, y + btScalar(0.5), height}});
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return test::BulletMesh(vertices, faces);
}

/// The answer, that nothing is touched, takes 25 times as long.
TEST(SweepQuery, EndsAmongFacesThatAreAllNearAllTheTime) {
    test::BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, {}), "");
    test::BulletMesh below = layeredStrips(300, 0), above = layeredStrips(300, btScalar(1e-6));
    btBvhTriangleMeshShape lower(&below.interface, true), upper(&above.interface, true);
    w.add(lower, 0, btVector3(0, 0, 0));
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &upper));
    const btTransform from = btTransform::getIdentity(), to(btMatrix3x3::getIdentity(), btVector3(100, 0, 0));
    Closest closest(from.getOrigin(), to.getOrigin());
    EXPECT_EQ(sweepTest(w.world, body, from, to, closest), "");
    EXPECT_GT(closest.m_closestHitFraction, 0);
    EXPECT_LT(closest.m_closestHitFraction, 1);
    EXPECT_TRUE(closest.m_hitNormalWorld.isZero());
}

}  // namespace
}  // namespace ricochet
