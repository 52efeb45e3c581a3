#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <array>
#include <string>
#include <vector>

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
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher), "");
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

TEST_F(Deformation, ARisingFloorCarriesABody) {
    for (int step = 0; step < 120; ++step) {
        raise(btScalar(0.005));
        w_.run(1);
    }
    EXPECT_NEAR(moving_.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
    w_.run(60);
    EXPECT_NEAR(moving_.getWorldTransform().getOrigin().y(), 1 + 120 * 0.005, 0.02);
}

TEST_F(Deformation, AJumpingFloorHasContactsAtAllCorners) {
    w_.run(60);
    EXPECT_EQ(contactsDeeperThan(btScalar(0.01)), 0);
    raise(btScalar(0.012));
    w_.run(1);
    EXPECT_EQ(contactsDeeperThan(btScalar(0.01)), 4);
}

/// Open, like a cloth: it rises at up to 0.15 m/s, which contacts do not account for, so a body sinks in a
/// little.
TEST(DeformingSurface, ABodyRidesOnItsWaves) {
    constexpr int kCells = 20;
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i <= kCells; ++i) {
        for (int j = 0; j <= kCells; ++j) {
            vertices.push_back({btScalar(0.4 * (i - kCells / 2)), 0, btScalar(0.4 * (j - kCells / 2))});
            if (i == kCells || j == kCells) continue;
            const int corner = i * (kCells + 1) + j, next = corner + kCells + 1;
            faces.push_back({corner, corner + 1, next + 1});
            faces.push_back({corner, next + 1, next});
        }
    }
    BulletMesh openSurface(vertices, faces), cube = boxMesh(btScalar(0.3), btScalar(0.3), btScalar(0.3));
    btBvhTriangleMeshShape shape(&openSurface.interface, true), body(&cube.interface, true);
    shape.setMargin(0);
    body.setMargin(0);
    BulletWorld w;
    Settings settings;
    settings.report = [](const std::string&) {};
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(shape, 0, btVector3(0, 0, 0));
    const btRigidBody& rider = w.add(body, 1, btVector3(0, btScalar(0.31), 0));
    for (int step = 0; step < 300; ++step) {
        const auto heightAt = [&](btScalar x) { return btScalar(0.05) * btSin(btScalar(0.05) * step + x); };
        for (auto& v : openSurface.vertices) v[1] = heightAt(v[0]);
        shape.partialRefitTree(btVector3(-4, -1, -4), btVector3(4, 1, 4));
        notifyDeformed(shape);
        w.run(1);
        const btVector3& at = rider.getWorldTransform().getOrigin();
        ASSERT_GT(at.y() - heightAt(at.x()), 0.25) << step;
    }
}

}  // namespace
}  // namespace ricochet
