// Bodies of dense meshes that start deep in a solid floor: the step, both queries and the truth agree, and
// they come out before they sleep.

#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

constexpr double kRadius = 0.5;

BulletMesh uvSphere(Index meridians, Index bands) {
    const SharedMesh sphere = test::sphereMesh(meridians, bands, Real(kRadius));
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const Vec3& v : sphere->vertices()) {
        vertices.push_back({btScalar(v.x()), btScalar(v.y()), btScalar(v.z())});
    }
    for (const Face& f : sphere->faces()) faces.push_back({int(f[0]), int(f[1]), int(f[2])});
    return BulletMesh(vertices, faces);
}

/// The deepest point that a query reports.
struct Deepest : btCollisionWorld::ContactResultCallback {
    double depth = 0;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        depth = std::max(depth, -double(point.getDistance()));
        return 0;
    }
};

double deepestOfManifolds(BulletWorld& w) {
    double depth = 0;
    for (int i = 0; i < w.dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            depth = std::max(depth, -double(manifold.getContactPoint(k).getDistance()));
        }
    }
    return depth;
}

/// A sphere, pole down, and a slab of 4 by 2 by 4 metres whose top is at a height of zero.
struct SunkSphere {
    BulletMesh mesh, ground = test::boxMesh(2, 1, 2);
    btBvhTriangleMeshShape shape{&mesh.interface, true}, floor{&ground.interface, true};
    BulletWorld w;
    btRigidBody *slab = nullptr, *body = nullptr;

    SunkSphere(Index meridians, Index bands, double depth, bool slabIsFirst)
        : mesh(uvSphere(meridians, bands)) {
        Settings settings;
        settings.margins = Margins::zero;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        if (slabIsFirst) slab = &w.add(floor, 0, btVector3(0, -1, 0));
        const btScalar inertia = btScalar(0.4 * kRadius * kRadius);
        body = &w.add(shape, 1, btVector3(0, btScalar(kRadius - depth), 0),
                      btVector3(inertia, inertia, inertia));
        body->getWorldTransform().setRotation(btQuaternion(btVector3(1, 0, 0), btScalar(M_PI / 2)));
        body->setInterpolationWorldTransform(body->getWorldTransform());
        if (!slabIsFirst) slab = &w.add(floor, 0, btVector3(0, -1, 0));
    }
    double depth() const {
        double lowest = 1e9;
        for (const auto& v : mesh.vertices) {
            lowest = std::min(lowest, double((body->getWorldTransform() * btVector3(v[0], v[1], v[2])).y()));
        }
        return -lowest;
    }
};

struct Case {
    Index meridians, bands;
    double depth;
};
const Case kCases[] = {{16, 8, 0.1},    {64, 32, 0.03}, {64, 32, 0.1},   {64, 32, 0.3},  {64, 32, 0.6},
                       {128, 64, 0.03}, {128, 64, 0.3}, {512, 256, 0.1}, {512, 256, 0.3}};

std::string nameOf(const Case& c) {
    return std::to_string(c.meridians) + " x " + std::to_string(c.bands) + " at " + std::to_string(c.depth);
}

TEST(SunkBodies, HaveTheSameDepthInTheStepAndInBothQueries) {
    for (const Case& c : kCases) {
        if (test::kIsSlowBuild && c.meridians > 128) continue;
        for (const bool slabIsFirst : {true, false}) {
            SunkSphere s(c.meridians, c.bands, c.depth, slabIsFirst);
            Deepest pair, swapped, all;
            s.w.world.contactPairTest(s.body, s.slab, pair);
            s.w.world.contactPairTest(s.slab, s.body, swapped);
            s.w.world.contactTest(s.body, all);
            s.w.world.performDiscreteCollisionDetection();
            for (const double depth : {pair.depth, swapped.depth, all.depth, deepestOfManifolds(s.w)}) {
                EXPECT_NEAR(depth, s.depth(), 0.02 * c.depth) << nameOf(c);
            }
        }
    }
}

TEST(SunkBodies, ComeOutSteadilyAndSleepAtTheSurface) {
    for (const Case& c : kCases) {
        if (c.meridians > 128) continue;  // nothing new, and slow
        for (const bool slabIsFirst : {true, false}) {
            SunkSphere s(c.meridians, c.bands, c.depth, slabIsFirst);
            s.body->forceActivationState(ACTIVE_TAG);
            double fastest = 0, deepestBefore = c.depth;
            for (int step = 0; step < 600 && s.body->isActive(); ++step) {
                s.w.run(1);
                fastest = std::max(fastest, double(s.body->getLinearVelocity().length()));
                EXPECT_LT(s.depth(), deepestBefore + 0.001) << nameOf(c) << " in step " << step;
                deepestBefore = s.depth();
            }
            EXPECT_LT(fastest, 2) << nameOf(c);
            EXPECT_LT(s.depth(), 0.01 * kRadius) << nameOf(c);
            EXPECT_FALSE(s.body->isActive()) << nameOf(c);
        }
    }
}

}  // namespace
}  // namespace ricochet
