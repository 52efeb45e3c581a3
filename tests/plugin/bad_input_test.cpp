#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <limits>
#include <new>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using testing::HasSubstr;

struct BadInput : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, good{&cube.interface, true};
    std::vector<std::string> sentences;
    BulletWorld w;

    void SetUp() override {
        floor.setMargin(0);
        good.setMargin(0);
        Settings settings;
        settings.report = [this](const std::string& message) { sentences.push_back(message); };
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(floor, 0, btVector3(0, -1, 0));
    }
    /// A shape of another test at this address may have been reported.
    static void forget(const btCollisionShape& shape) { release(shape); }
    static btScalar height(const btRigidBody& body) { return body.getWorldTransform().getOrigin().y(); }
};

TEST_F(BadInput, AMeshWithANanVertexIsReportedOnceAndOthersCollide) {
    BulletMesh broken = boxMesh(1, 1, 1);
    btGImpactMeshShape bad(&broken.interface);
    bad.updateBound();
    forget(bad);
    broken.vertices[5][0] = std::numeric_limits<btScalar>::quiet_NaN();
    const btRigidBody& falls = w.add(bad, 1, btVector3(-3, btScalar(1.1), 0));
    const btRigidBody& rests = w.add(good, 1, btVector3(3, btScalar(1.1), 0));
    w.run(60);
    ASSERT_EQ(sentences.size(), 1u) << ::testing::PrintToString(sentences);
    EXPECT_EQ(sentences[0], "A GImpact mesh cannot collide: vertex 5 is not finite.");
    EXPECT_LT(height(falls), 0);
    EXPECT_NEAR(height(rests), 1, 0.01);
}

TEST_F(BadInput, AnEmptyMeshIsReportedOnce) {
    BulletMesh nothing({}, {});
    btBvhTriangleMeshShape bad(&nothing.interface, true, false);
    forget(bad);
    btBoxShape box(btVector3(1, 1, 1));
    w.add(bad, 0, btVector3(0, 0, 0));
    w.add(box, 1, btVector3(0, btScalar(0.5), 0));
    w.run(10);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("BVH mesh cannot collide: the mesh has no faces"));
}

TEST_F(BadInput, AnIndexOutOfRangeIsReported) {
    BulletMesh broken = boxMesh(1, 1, 1);
    btGImpactMeshShape bad(&broken.interface);
    bad.updateBound();
    forget(bad);
    broken.faces[3][1] = 99;
    w.add(bad, 1, btVector3(0, btScalar(1.1), 0));
    w.run(5);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("face 3 in part 0 of the mesh names vertex 99"));
}

TEST_F(BadInput, FacesWithoutAreaAreHarmless) {
    BulletMesh slivers = boxMesh(1, 1, 1);
    std::vector<std::array<int, 3>> faces = slivers.faces;
    faces.push_back({0, 0, 1});
    faces.push_back({2, 2, 2});
    faces.push_back({0, 4, 4});
    BulletMesh mesh(slivers.vertices, faces);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    shape.setMargin(0);
    const btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.1), 0));
    w.run(120);
    EXPECT_NEAR(height(body), 1, 0.01);
    EXPECT_TRUE(sentences.empty());
}

TEST_F(BadInput, AShapeMayBeDeletedWhileItsPairExists) {
    auto doomed = std::make_unique<btBvhTriangleMeshShape>(&cube.interface, true);
    btRigidBody& body = w.add(*doomed, 1, btVector3(0, btScalar(1.1), 0));
    w.run(30);
    ASSERT_GT(w.contacts(), 0);
    btBoxShape box(btVector3(1, 1, 1));
    body.setCollisionShape(&box);  // the pair and its algorithm stay
    doomed.reset();
    w.run(30);
    EXPECT_NEAR(height(body), 1, 0.05);
    w.world.removeRigidBody(&body);
}

TEST_F(BadInput, AnotherMeshAtTheSameAddressCollidesAsItself) {
    BulletMesh tall = boxMesh(1, 2, 1);
    alignas(btBvhTriangleMeshShape) unsigned char place[sizeof(btBvhTriangleMeshShape)];
    auto* shape = new (place) btBvhTriangleMeshShape(&cube.interface, true);
    shape->setMargin(0);
    btRigidBody& body = w.add(*shape, 1, btVector3(0, btScalar(1.1), 0));
    w.run(60);
    shape->~btBvhTriangleMeshShape();
    shape = new (place) btBvhTriangleMeshShape(&tall.interface, true);
    shape->setMargin(0);
    body.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(2.1), 0)));
    w.run(60);
    EXPECT_NEAR(height(body), 2, 0.02);
    w.world.removeRigidBody(&body);
    shape->~btBvhTriangleMeshShape();
}

TEST_F(BadInput, ScalingMayChangeDuringTheRun) {
    btScaledBvhTriangleMeshShape shape(&good, btVector3(1, 1, 1));
    shape.setMargin(0);
    btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.05), 0));
    w.run(60);
    EXPECT_NEAR(height(body), 1, 0.01);
    shape.setLocalScaling(btVector3(1, 2, 1));
    body.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(2.05), 0)));
    w.run(60);
    EXPECT_NEAR(height(body), 2, 0.01);
}

TEST_F(BadInput, AMirroredMeshRestsLikeAnyOther) {
    btScaledBvhTriangleMeshShape shape(&good, btVector3(-1, 1, 1));
    shape.setMargin(0);
    const btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.1), 0));
    w.run(120);
    EXPECT_NEAR(height(body), 1, 0.01);
}

// Bullet takes such a body out of the simulation, but only after the step in which it comes to us.
TEST_F(BadInput, ABodyWithNonFiniteStateHasNoContactsAndOthersCollide) {
    constexpr btScalar kBad[] = {std::numeric_limits<btScalar>::quiet_NaN(),
                                 std::numeric_limits<btScalar>::infinity(),
                                 std::numeric_limits<btScalar>::max() / 4};
    for (const std::string& narrowPhase : narrowPhases()) {
        Settings settings;
        settings.narrowPhase = narrowPhase;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        const btRigidBody& rests = w.add(good, 1, btVector3(3, 1, 0));
        for (btScalar bad : kBad) {
            btRigidBody& body = w.add(good, 1, btVector3(0, 1, 0));
            w.run(2);
            btTransform nowhere = btTransform::getIdentity();
            nowhere.setOrigin(btVector3(bad, 1, 0));
            body.setWorldTransform(nowhere);
            w.dispatcher.dispatchAllCollisionPairs(w.world.getPairCache(), w.world.getDispatchInfo(),
                                                   &w.dispatcher);
            body.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 1, 0)));
            body.setLinearVelocity(btVector3(0, bad, 0));
            body.setAngularVelocity(btVector3(bad, 0, 0));
            w.dispatcher.dispatchAllCollisionPairs(w.world.getPairCache(), w.world.getDispatchInfo(),
                                                   &w.dispatcher);
            w.world.removeRigidBody(&body);
            w.run(2);
        }
        EXPECT_NEAR(height(rests), 1, 0.01) << narrowPhase;
        w.world.removeRigidBody(const_cast<btRigidBody*>(&rests));
    }
    EXPECT_TRUE(sentences.empty());
}

TEST(PoolExhaustion, PatchesWithoutAManifoldAreLeftOut) {
    btDefaultCollisionConstructionInfo info;
    info.m_defaultMaxPersistentManifoldPoolSize = 3;
    BulletWorld w(std::make_unique<btDefaultCollisionConfiguration>(info));
    w.dispatcher.setDispatcherFlags(btCollisionDispatcher::CD_DISABLE_CONTACTPOOL_DYNAMIC_ALLOCATION);
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    BulletMesh ground = boxMesh(20, 1, 20), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor(&ground.interface, true), body(&cube.interface, true);
    w.add(floor, 0, btVector3(0, -1, 0));
    std::vector<const btRigidBody*> bodies;
    for (int i = 0; i < 5; ++i)
        bodies.push_back(&w.add(body, 1, btVector3(btScalar(4 * i - 8), btScalar(1.1), 0)));
    w.run(60);
    EXPECT_EQ(w.dispatcher.getNumManifolds(), 3);
    const auto rests = [](const btRigidBody* b) {
        return b->getWorldTransform().getOrigin().y() > btScalar(0.9);
    };
    EXPECT_EQ(std::count_if(bodies.begin(), bodies.end(), rests), 3);
}

/// Claims any number of triangles, all of which are the same one.
class Claiming : public btStridingMeshInterface {
public:
    Claiming(int parts, int triangles) : parts_(parts), triangles_(triangles) {
        setScaling(btVector3(1, 1, 1));
    }
    void getLockedReadOnlyVertexIndexBase(const unsigned char** vertices, int& vertexCount,
                                          PHY_ScalarType& type, int& stride, const unsigned char** indices,
                                          int& indexStride, int& faceCount, PHY_ScalarType& indexType,
                                          int) const override {
        *vertices = reinterpret_cast<const unsigned char*>(corners_);
        vertexCount = 3;
        type = sizeof(btScalar) == sizeof(float) ? PHY_FLOAT : PHY_DOUBLE;
        stride = 3 * sizeof(btScalar);
        *indices = reinterpret_cast<const unsigned char*>(face_);
        indexStride = 0;
        faceCount = triangles_;
        indexType = PHY_INTEGER;
    }
    void getLockedVertexIndexBase(unsigned char**, int&, PHY_ScalarType&, int&, unsigned char**, int&, int&,
                                  PHY_ScalarType&, int) override {}
    void unLockVertexBase(int) override {}
    void unLockReadOnlyVertexBase(int) const override {}
    int getNumSubParts() const override { return parts_; }
    void preallocateVertices(int) override {}
    void preallocateIndices(int) override {}
    bool hasPremadeAabb() const override { return true; }
    void getPremadeAabb(btVector3* min, btVector3* max) const override {
        *min = btVector3(-1, 0, -1);
        *max = btVector3(1, 1, 1);
    }

private:
    int parts_, triangles_;
    btScalar corners_[9] = {-1, 0, -1, 1, 0, -1, 0, 1, 1};
    int face_[3] = {0, 1, 2};
};

TEST_F(BadInput, AMeshWithTooManyIndicesNamesTheLimit) {
    Claiming claiming(1, 715'827'883);
    btBvhTriangleMeshShape bad(&claiming, true, /*buildBvh*/ false);
    w.add(bad, 0, btVector3(0, 3, 0));
    const btRigidBody& rests = w.add(good, 1, btVector3(3, btScalar(1.1), 0));
    const btRigidBody& through = w.add(good, 1, btVector3(0, btScalar(3.2), 0));
    w.run(60);
    ASSERT_EQ(sentences.size(), 1u) << ::testing::PrintToString(sentences);
    EXPECT_EQ(sentences[0],
              "A BVH mesh cannot collide: it has 2147483649 indices; at most 2147483647 "
              "are supported.");
    EXPECT_NEAR(height(rests), 1, 0.01);
    EXPECT_LT(height(through), 2);
}

TEST_F(BadInput, IndicesOfAllPartsCountTogether) {
    Claiming claiming(3, 300'000'000);
    btBvhTriangleMeshShape bad(&claiming, true, /*buildBvh*/ false);
    w.add(bad, 0, btVector3(0, 3, 0));
    w.add(good, 1, btVector3(0, btScalar(3.2), 0));
    w.run(2);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("it has 2700000000 indices"));
}

/// Large grounds of a few triangles.
struct BadLevel : testing::Test {
    std::vector<std::string> sentences;
    BulletWorld w;
    btSphereShape sphere{btScalar(0.5)};

    void SetUp() override {
        Settings settings;
        ASSERT_EQ(setProcessLimits({.wholeMesh = 0}), "");
        settings.report = [this](const std::string& message) { sentences.push_back(message); };
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    }
    ~BadLevel() override { EXPECT_EQ(setProcessLimits({}), ""); }
    /// Drops a sphere on the middle of the level.
    btScalar heightOver(const BulletMesh& level) {
        btBvhTriangleMeshShape shape(const_cast<btTriangleIndexVertexArray*>(&level.interface), true);
        shape.setMargin(0);
        w.add(shape, 0, btVector3(0, 0, 0));
        const btRigidBody& body = w.add(sphere, 1, btVector3(0, 1, 0));
        w.run(200);
        release(shape);
        const btScalar at = body.getWorldTransform().getOrigin().y();
        for (int i = w.world.getNumCollisionObjects(); i-- > 0;) {
            w.world.removeCollisionObject(w.world.getCollisionObjectArray()[i]);
        }
        return at;
    }
};

TEST_F(BadLevel, ASingleHugeTriangleHoldsBodiesAndIsReportedAsTwoSided) {
    const BulletMesh level({{-1000, 0, -1000}, {0, 0, 2000}, {1000, 0, -1000}}, {{0, 1, 2}});
    EXPECT_NEAR(heightOver(level), 0.5, 0.01);
    EXPECT_EQ(sentences, std::vector<std::string>{
                             "A BVH mesh is large and prepared in regions: bodies collide with both "
                             "sides until it is known whether it is closed."});
}

TEST_F(BadLevel, CoincidentTrianglesHoldNothing) {
    const BulletMesh level({{0, 0, 0}}, std::vector<std::array<int, 3>>(5000, {0, 0, 0}));
    EXPECT_LT(heightOver(level), -10);
    EXPECT_LE(sentences.size(), 1u);
}

}  // namespace
}  // namespace ricochet
