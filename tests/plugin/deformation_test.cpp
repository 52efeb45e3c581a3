#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

class Deformation : public testing::Test {
protected:
    Deformation() {
        floor_.setMargin(0);
        body_.setMargin(0);
        registerAlgorithms(&w_.dispatcher);
    }

    void raise(btScalar by) {
        for (auto& v : ground_.vertices) v[1] += v[1] > 0 ? by : 0;
        floor_.refitTree(btVector3(-5, -1, -5), btVector3(5, 3, 5));
        floor_.recalcLocalAabb();
        w_.world.updateSingleAabb(&standing_);
        notifyDeformed(floor_);
    }

    int contactsDeeperThan(btScalar depth) const {
        int count = 0;
        for (int i = 0; i < w_.dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *w_.dispatcher.getInternalManifoldPointer()[i];
            for (int k = 0; k < manifold.getNumContacts(); ++k) {
                count += manifold.getContactPoint(k).getDistance() < -depth;
            }
        }
        return count;
    }

    BulletMesh ground_ = boxMesh(5, 1, 5), cube_ = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor_{&ground_.interface, true}, body_{&cube_.interface, true};
    mutable BulletWorld w_;
    btRigidBody& standing_ = w_.add(floor_, 0, btVector3(0, -1, 0));
    const btRigidBody& moving_ = w_.add(body_, 1, btVector3(0, btScalar(1.01), 0));
};

TEST_F(Deformation, ABodyRidesOnAFloorThatRises) {
    for (int step = 0; step < 120; ++step) {
        raise(btScalar(0.005));
        w_.run(1);
    }
    EXPECT_NEAR(moving_.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
    w_.run(60);
    EXPECT_NEAR(moving_.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
}

TEST_F(Deformation, AFloorThatLeapsUpIsFeltAtAllCorners) {
    w_.run(60);
    EXPECT_EQ(contactsDeeperThan(btScalar(0.01)), 0);
    raise(btScalar(0.012));
    w_.run(1);
    EXPECT_EQ(contactsDeeperThan(btScalar(0.01)), 4);
}

}  // namespace
}  // namespace ricochet
