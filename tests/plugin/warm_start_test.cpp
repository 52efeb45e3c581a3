#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

struct WarmStart : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true};
    BulletWorld w;
    btRigidBody* cubeBody = nullptr;

    void SetUp() override {
        EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
        w.add(floor, 0, btVector3(0, -1, 0));
        cubeBody = &w.add(body, 2, btVector3(0, btScalar(1.01), 0));
    }
    const btPersistentManifold& manifold() const { return *w.dispatcher.getManifoldByIndexInternal(0); }
};

TEST_F(WarmStart, ImpulsesOfARestingBodySurviveDetection) {
    w.run(120);
    w.world.performDiscreteCollisionDetection();  // anew, with no solver after it
    btScalar sum = 0;
    ASSERT_EQ(manifold().getNumContacts(), 4);
    for (int i = 0; i < 4; ++i) sum += manifold().getContactPoint(i).getAppliedImpulse();
    EXPECT_NEAR(sum, 2 * 9.81 / 60, 0.01);
}

TEST_F(WarmStart, AgesGrowByOneEachStep) {
    w.run(120);
    ASSERT_EQ(manifold().getNumContacts(), 4);
    const int age = manifold().getContactPoint(0).getLifeTime();
    EXPECT_GT(age, 100);
    w.run(5);
    ASSERT_EQ(manifold().getNumContacts(), 4);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(manifold().getContactPoint(i).getLifeTime(), age + 5);
}

TEST_F(WarmStart, ASlidingBodyKeepsItsManifoldAndImpulses) {
    w.run(60);
    cubeBody->setFriction(0);
    cubeBody->setLinearVelocity(btVector3(1, 0, 0));
    const btPersistentManifold* before = &manifold();
    w.run(60);
    EXPECT_GT(cubeBody->getWorldTransform().getOrigin().x(), 0.9);
    EXPECT_EQ(&manifold(), before);
    ASSERT_GT(manifold().getNumContacts(), 0);
    EXPECT_GT(manifold().getContactPoint(0).getLifeTime(), 100);
}

}  // namespace
}  // namespace ricochet
