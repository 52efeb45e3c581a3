// A program that prepared nothing: large meshes are built as far as queries need them. Bodies move as with
// shapes that were prepared whole, also where shapes deform, die or are prepared before all of them is built.

#include "plugin/process_state.h"
#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

/// 19,200 triangles.
struct LargeTorus {
    explicit LargeTorus(btScalar tube = btScalar(0.4)) : LargeTorus(test::torusMesh(tube, 120, 80)) {}
    explicit LargeTorus(const BulletMesh& torus) : mesh(torus.vertices, torus.faces) { shape.updateBound(); }
    ~LargeTorus() { release(shape); }
    LargeTorus(const LargeTorus&) = delete;
    LargeTorus& operator=(const LargeTorus&) = delete;

    BulletMesh mesh;
    btGImpactMeshShape shape{&mesh.interface};
};

using Motion = std::vector<btTransform>;

/// One shape falls on the other; where it is after each step. `before` is called before each one.
Motion motionAfterDrop(btCollisionShape& lying, btCollisionShape& falling,
                       const std::function<void(int step)>& before = {}) {
    BulletWorld w;
    Settings settings;
    settings.report = [](const std::string&) {};
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(lying, 0, btVector3(btScalar(0.3), 0, 0));
    btRigidBody& body = w.add(falling, 1, btVector3(0, btScalar(0.85), 0));
    body.setAngularVelocity(btVector3(1, 2, 3));
    Motion motion;
    int contacts = 0;
    constexpr int kSteps = test::kIsSlowBuild ? 24 : 40;
    for (int step = 0; step < kSteps; ++step) {
        if (before) before(step);
        w.run(1);
        contacts += w.contacts();
        motion.push_back(body.getWorldTransform());
    }
    EXPECT_GT(contacts, kSteps);
    unregisterAlgorithms(&w.dispatcher);
    return motion;
}

void prepareAll(const btCollisionShape& shape) { EXPECT_EQ(prepare(shape), ""); }

TEST(FirstDetection, BodiesMoveAsIfTheirShapesWerePrepared) {
    LargeTorus lying, falling;
    const Motion unprepared = motionAfterDrop(lying.shape, falling.shape);
    LargeTorus otherLying, otherFalling;
    prepareAll(otherLying.shape);
    prepareAll(otherFalling.shape);
    EXPECT_EQ(motionAfterDrop(otherLying.shape, otherFalling.shape), unprepared);
}

/// The pause of each step before a first detection, as a number of shapes.
TEST(FirstDetection, StepsBeforeItPrepareOneLargeShapeEach) {
    const BulletMesh torus = test::torusMesh(btScalar(0.4), 240, 160);  // 76,800 triangles
    LargeTorus lying(torus), falling(torus);
    BulletWorld w;
    Settings settings;
    settings.report = [](const std::string&) {};
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(lying.shape, 0, btVector3(btScalar(0.3), 0, 0));
    w.add(falling.shape, 1, btVector3(0, btScalar(0.85), 0));
    const auto isPrepared = [](const btCollisionShape& shape) {
        const auto found =
            processState().models.find(shape, {}, [](const auto&, ShapeProblem, const std::string&) {});
        return found->surface->topology.isMade();
    };
    for (const int prepared : {0, 1, 2}) {
        w.run(1);
        EXPECT_EQ(isPrepared(lying.shape) + isPrepared(falling.shape), prepared);
        EXPECT_EQ(statistics(w.dispatcher).candidatePairs, 0);
    }
    w.run(20);
    EXPECT_GT(statistics(w.dispatcher).candidatePairs, 0);
    unregisterAlgorithms(&w.dispatcher);
}

TEST(FirstDetection, ShapesMayBePreparedAfterwards) {
    LargeTorus lying, falling;
    const Motion unprepared = motionAfterDrop(lying.shape, falling.shape);
    LargeTorus otherLying, otherFalling;
    const Motion prepared = motionAfterDrop(otherLying.shape, otherFalling.shape, [&](int step) {
        if (step == 12) prepareAll(otherLying.shape);
        if (step == 20) prepareAll(otherFalling.shape);
    });
    EXPECT_EQ(prepared, unprepared);
}

TEST(FirstDetection, ShapesMayDeformBeforeAllOfThemIsBuilt) {
    const auto deformingMotion = [](bool isPrepared) {
        LargeTorus lying, falling;
        if (isPrepared) prepareAll(falling.shape);
        return motionAfterDrop(lying.shape, falling.shape, [&](int step) {
            if (step % 5 != 4) return;
            for (auto& vertex : falling.mesh.vertices) vertex[0] *= btScalar(1.01);
            notifyDeformed(falling.shape);
        });
    };
    EXPECT_EQ(deformingMotion(false), deformingMotion(true));
}

TEST(FirstDetection, AShapeMayTakeThePlaceOfOneOfWhichPartsAreNotBuilt) {
    LargeTorus lying, before(btScalar(0.4)), after(btScalar(0.3));
    const Motion expected = motionAfterDrop(lying.shape, after.shape);
    alignas(btGImpactMeshShape) std::byte place[sizeof(btGImpactMeshShape)];
    const auto fallFrom = [&](BulletMesh& mesh) {
        auto* const shape = new (place) btGImpactMeshShape(&mesh.interface);
        shape->updateBound();
        const Motion motion = motionAfterDrop(lying.shape, *shape);
        shape->~btGImpactMeshShape();
        return motion;
    };
    EXPECT_NE(fallFrom(before.mesh), expected);
    EXPECT_EQ(fallFrom(after.mesh), expected);
}

}  // namespace
}  // namespace ricochet
