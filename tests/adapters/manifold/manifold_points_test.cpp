#include "adapters/manifold/manifold_points.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A body that rotates on a static one, with friction anchors.
struct Rolling : testing::Test {
    btBoxShape box{btVector3(1, 1, 1)};
    btRigidBody upper{1, nullptr, &box}, lower{0, nullptr, &box};
    btCollisionObjectWrapper wrapA{nullptr, &box, &upper, upper.getWorldTransform(), -1, -1},
        wrapB{nullptr, &box, &lower, lower.getWorldTransform(), -1, -1};
    ContactSide a, b;
    ContactPoint contact;

    Rolling() {
        upper.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 2, 0)));
        upper.setCollisionFlags(btCollisionObject::CF_HAS_FRICTION_ANCHOR);
        a.wrap = &wrapA;
        b.wrap = &wrapB;
        a.motion.centre = Vec3(0, 2, 0);
        a.motion.angularVelocity = Vec3(0, 0, 1);
        a.motion.inverseMass = 1;
        contact.onA = contact.onB = Vec3(0, 1, 0);
        contact.normal = Vec3(0, 1, 0);
        contact.actsAfter = 0.01;
    }

    /// The drift along the surface that Bullet corrects in a step.
    static btScalar drift(const btManifoldPoint& point) {
        return btVector3(point.m_positionWorldOnA - point.m_positionWorldOnB).length();
    }

    btManifoldPoint fresh() const {
        btManifoldPoint point = manifoldPoint(contact, a, b);
        moveToActingPoint(contact, a, b, point);
        return point;
    }

    btManifoldPoint next(const btManifoldPoint& last) {
        btManifoldPoint point = fresh();
        continuePoint(last, a, b, point);
        return point;
    }
};

TEST_F(Rolling, AnAnchorDoesNotDriftByTheShiftOfItsArm) {
    btManifoldPoint point = fresh();
    EXPECT_GT(btVector3(point.m_positionWorldOnA - btVector3(0, 1, 0)).length(), btScalar(0.005));
    for (int step = 0; step < 4; ++step) {
        EXPECT_NEAR(drift(point), 0, 1e-6) << step;
        point = next(point);
    }
}

TEST_F(Rolling, AnAnchorKeepsTheDriftOfTheBodies) {
    btManifoldPoint point = fresh();
    upper.getWorldTransform().getOrigin().setX(btScalar(0.003));
    for (int step = 0; step < 4; ++step) {
        point = next(point);
        EXPECT_NEAR(drift(point), 0.003, 1e-6) << step;
    }
}

/// Bullet's matrices are rotations up to 1e-7. The solver takes what is left of the speed along such a normal
/// for sliding.
TEST_F(Rolling, ANormalIsOfLengthOneAlthoughARotationMadeItShorter) {
    contact.normal = Vec3(0, 1 - Real(1e-7), 0);
    const btVector3 normal = manifoldPoint(contact, a, b).m_normalWorldOnB;
    EXPECT_EQ(normal.y(), 1);
}

}  // namespace
}  // namespace ricochet
