#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btTriangleInfoMap.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <map>
#include <set>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

// Bullet's callbacks are plain functions, so what they record has to be global.
struct HeardContacts {
    struct Added {
        int shapeType0, part0, index0, index1;
        btVector3 corner;
    };
    std::vector<Added> added;
    std::map<const btPersistentManifold*, int> touching;
    int started = 0, ended = 0, processed = 0;
    std::set<std::intptr_t> alive;
    std::intptr_t nextName = 0;
    bool isBalanced = true;
} heard;

bool onAdded(btManifoldPoint& point, const btCollisionObjectWrapper* wrap0, int part0, int index0,
             const btCollisionObjectWrapper*, int, int index1) {
    const btCollisionShape& shape = *wrap0->getCollisionShape();
    btVector3 corner(0, 0, 0);
    if (shape.getShapeType() == TRIANGLE_SHAPE_PROXYTYPE) {
        corner = static_cast<const btTriangleShape&>(shape).m_vertices1[0];
    }
    heard.added.push_back({shape.getShapeType(), part0, index0, index1, corner});
    point.m_combinedFriction = btScalar(0.123);
    return true;
}
void onStarted(btPersistentManifold* const& manifold) {
    ++heard.started;
    heard.isBalanced = heard.isBalanced && ++heard.touching[manifold] == 1 && manifold->getNumContacts() > 0;
}
void onEnded(btPersistentManifold* const& manifold) {
    ++heard.ended;
    heard.isBalanced = heard.isBalanced && --heard.touching[manifold] == 0;
}
bool onProcessed(btManifoldPoint& point, void*, void*) {
    ++heard.processed;
    if (!point.m_userPersistentData) {
        point.m_userPersistentData = reinterpret_cast<void*>(++heard.nextName);
        heard.alive.insert(heard.nextName);
    }
    return true;
}
bool onDestroyed(void* data) {
    heard.isBalanced = heard.isBalanced && heard.alive.erase(reinterpret_cast<std::intptr_t>(data)) == 1;
    return true;
}

struct Callbacks : testing::Test {
    Callbacks() {
        heard = {};
        gContactAddedCallback = onAdded;
        gContactStartedCallback = onStarted;
        gContactEndedCallback = onEnded;
        gContactProcessedCallback = onProcessed;
        gContactDestroyedCallback = onDestroyed;
    }
    ~Callbacks() override {
        gContactAddedCallback = nullptr;
        gContactStartedCallback = nullptr;
        gContactEndedCallback = nullptr;
        gContactProcessedCallback = nullptr;
        gContactDestroyedCallback = nullptr;
    }
    /// A corner of the cube's face lies at its bottom.
    bool touchesBottom(int face) const {
        const auto& corners = cube.faces[std::size_t(face)];
        return std::any_of(corners.begin(), corners.end(),
                           [&](int v) { return cube.vertices[std::size_t(v)][1] == -1; });
    }
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};
};

TEST_F(Callbacks, TheMaterialCallbackGetsTheFacesOfBothMeshes) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0))
        .setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT |
                           btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    w.add(body, 1, btVector3(0, btScalar(1.001), 0));
    w.run(2);
    ASSERT_GE(heard.added.size(), 4u);
    for (const HeardContacts::Added& a : heard.added) {
        EXPECT_EQ(a.shapeType0, int(TRIANGLE_SHAPE_PROXYTYPE));
        EXPECT_EQ(a.part0, 0);
        EXPECT_THAT(a.index0, testing::AnyOf(6, 7));  // the floor's top
        EXPECT_EQ(a.corner.y(), 1);
        EXPECT_TRUE(touchesBottom(a.index1));
    }
    const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(0);
    EXPECT_EQ(manifold.getContactPoint(0).m_combinedFriction, btScalar(0.123));
}

/// As users of the internal edge utility call it: either object may be the static mesh.
bool adjustInternalEdges(btManifoldPoint& point, const btCollisionObjectWrapper* wrap0, int part0, int index0,
                         const btCollisionObjectWrapper* wrap1, int part1, int index1) {
    ++heard.processed;
    if (wrap0->getCollisionObject()->isStaticObject()) {
        btAdjustInternalEdgeContacts(point, wrap0, wrap1, part0, index0);
    } else {
        btAdjustInternalEdgeContacts(point, wrap1, wrap0, part1, index1);
    }
    return true;
}

TEST_F(Callbacks, BulletsInternalEdgeUtilityFindsItsTriangles) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    btTriangleInfoMap edges;
    btGenerateInternalEdgeInfo(&floor, &edges);
    gContactAddedCallback = adjustInternalEdges;
    gContactProcessedCallback = nullptr;
    w.add(floor, 0, btVector3(0, -1, 0))
        .setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT |
                           btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    const btRigidBody& cubeBody = w.add(body, 1, btVector3(0, btScalar(1.1), 0));
    w.run(60);
    EXPECT_GT(heard.processed, 60);
    EXPECT_NEAR(cubeBody.getCenterOfMassPosition().y(), 1, 0.01);
    EXPECT_LT(cubeBody.getLinearVelocity().length(), 0.01);
    for (int i = 0; i < w.dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(i);
        const btScalar side = manifold.getBody1()->isStaticOrKinematicObject() ? 1 : -1;
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            EXPECT_NEAR(side * manifold.getContactPoint(k).m_normalWorldOnB.y(), 1, 1e-3);
        }
    }
}

TEST_F(Callbacks, UnregisteredCallbacksAreNotCalled) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    w.add(body, 1, btVector3(0, btScalar(1.001), 0));
    w.run(2);
    EXPECT_TRUE(heard.added.empty());
    EXPECT_GT(heard.processed, 0);
}

TEST_F(Callbacks, StartedEndedAndDestroyedBalanceForATumblingBody) {
    {
        BulletWorld w;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
        w.add(floor, 0, btVector3(0, -1, 0)).setRestitution(1);
        btRigidBody& cubeBody = w.add(body, 1, btVector3(0, 3, 0));
        cubeBody.setRestitution(btScalar(0.8));
        cubeBody.setAngularVelocity(btVector3(3, 1, 2));
        w.run(400);
        EXPECT_GT(heard.started, 3);
        EXPECT_GT(heard.ended, 2);
        EXPECT_GT(heard.nextName, 3);
    }
    EXPECT_EQ(heard.started, heard.ended);
    EXPECT_TRUE(heard.alive.empty());
    EXPECT_TRUE(heard.isBalanced);
}

TEST_F(Callbacks, ARestingBodyKeepsItsContacts) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    w.add(body, 1, btVector3(0, btScalar(1.01), 0));
    w.run(120);
    const int started = heard.started;
    const auto names = heard.alive;
    w.run(60);
    EXPECT_EQ(heard.started, started);
    EXPECT_EQ(heard.alive, names);
    EXPECT_EQ(heard.ended, 0);
}

}  // namespace
}  // namespace ricochet
