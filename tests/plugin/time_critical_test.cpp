#include "tests/support/bullet_mesh.h"

#include <btBulletCollisionCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <limits>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using testing::HasSubstr;

/// A static object, in no world.
struct Standing {
    btCollisionObject object;

    explicit Standing(btCollisionShape& shape, const btVector3& at = btVector3(0, 0, 0)) {
        object.setCollisionShape(&shape);
        moveTo(at);
    }
    void moveTo(const btVector3& at) {
        object.setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
    }
};

TEST(TimeCritical, ClassifiesMeshesWithoutARegistration) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btBoxShape box(btVector3(1, 1, 1));
    const Standing a(shape);
    for (btCollisionShape* other :
         {static_cast<btCollisionShape*>(&shape), static_cast<btCollisionShape*>(&box)}) {
        Standing b(*other, btVector3(btScalar(1.5), btScalar(0.2), 0));
        EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::meets);
        b.moveTo(btVector3(btScalar(2.1), 0, 0));
        EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::apart);
    }
}

TEST(TimeCritical, ASmallerBudgetDecidesLessAndNeverWrongly) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const Standing a(shape);
    Standing b(shape, btVector3(btScalar(1.9), btScalar(1.8), 0));
    EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::meets);
    Budget none;
    none.levels = 0;
    EXPECT_EQ(intersects(a.object, b.object, none).intersection, Intersection::maybe);
    EXPECT_EQ(intersects(a.object, b.object, none).level, 0);
    none.levels = Budget::kAllLevels;
    none.microseconds = 0;
    EXPECT_EQ(intersects(a.object, b.object, none).intersection, Intersection::maybe);
    b.moveTo(btVector3(9, 0, 0));
    EXPECT_EQ(intersects(a.object, b.object, none).intersection, Intersection::apart);
}

TEST(TimeCritical, CompoundsAreTestedChildByChild) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btBoxShape box(btVector3(1, 1, 1));
    btCompoundShape dumbbell;
    for (const btScalar x : {btScalar(-3), btScalar(3)}) {
        dumbbell.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(x, 0, 0)), &box);
    }
    const Standing a(dumbbell);
    Standing b(shape);
    EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::apart) << "between the two";
    b.moveTo(btVector3(btScalar(4.5), 0, 0));
    EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::meets);
}

TEST(TimeCritical, ADeformedMeshIsTestedAsDeformed) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btBoxShape box(btVector3(1, 1, 1));
    const Standing a(shape), b(box, btVector3(3, 0, 0));
    EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::apart);
    for (auto& vertex : mesh.vertices) vertex[0] *= btScalar(2.5);
    notifyDeformed(shape);
    EXPECT_EQ(intersects(a.object, b.object).intersection, Intersection::meets);
}

TEST(TimeCritical, UnsupportedObjectsAreReported) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btSphereShape sphere(1);
    btCompoundShape empty;
    const Standing a(shape), round(sphere), nothing(empty);
    EXPECT_THAT(intersects(a.object, round.object).error, HasSubstr("SPHERE shape has no faces"));
    EXPECT_EQ(intersects(a.object, round.object).intersection, Intersection::maybe);
    btCompoundShape half;  // a child that cannot be tested is not skipped
    half.addChildShape(btTransform::getIdentity(), &shape);
    half.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(9, 0, 0)), &sphere);
    const Standing mixed(half, btVector3(0, 50, 0));
    EXPECT_THAT(intersects(a.object, mixed.object).error, HasSubstr("SPHERE shape has no faces"));
    EXPECT_THAT(intersects(nothing.object, a.object).error, HasSubstr("has no faces"));
    Standing lost(shape);
    lost.moveTo(btVector3(std::numeric_limits<btScalar>::quiet_NaN(), 0, 0));
    EXPECT_THAT(intersects(a.object, lost.object).error, HasSubstr("not finite"));
    EXPECT_EQ(intersects(a.object, a.object).error, "");
}

TEST(TimeCritical, AShapeThatCannotCollideIsAnErrorEachTime) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btConvexHullShape flat;  // a hull without volume
    for (const btVector3& corner : {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 1, 0)})
        flat.addPoint(corner);
    const Standing a(shape), b(flat);
    for (int time = 0; time < 3; ++time) {
        const TimedAnswer answer = intersects(a.object, b.object);
        EXPECT_EQ(answer.intersection, Intersection::maybe) << time;
        EXPECT_THAT(answer.error, HasSubstr("cannot collide")) << time;
    }
}

}  // namespace
}  // namespace ricochet
