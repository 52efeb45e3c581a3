// The steps of docs/architecture.md by which a program adds a narrow phase of its own.

#include "algorithms/geometry/triangle_triangle.h"
#include "plugin/backends.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <atomic>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

/// Step 1: every face against every face.
class ToyNarrowPhase final : public NarrowPhase {
public:
    explicit ToyNarrowPhase(std::atomic<int>& calls) : calls_(calls) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return std::make_shared<CollisionModel>(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory&,
                       FacePairs& out) const override {
        ++calls_;
        out.clear();
        for (Index i = 0; i < a.mesh().faceCount(); ++i) {
            for (Index j = 0; j < b.mesh().faceCount(); ++j) {
                if (queryDistance > 0 || intersects(a.triangle(i), b.triangle(j))) out.push_back({i, j});
            }
        }
    }

private:
    std::atomic<int>& calls_;
};

/// Where three cubes and three tori lie after two seconds.
std::vector<btTransform> pile(const char* narrowPhase) {
    test::BulletMesh ground = test::boxMesh(5, 1, 5), cube = test::boxMesh(1, 1, 1),
                     ring = test::torusMesh(btScalar(0.4), 12, 6);
    btBvhTriangleMeshShape floor(&ground.interface, true), block(&cube.interface, true),
        torus(&ring.interface, true);
    test::BulletWorld bullet;
    Settings settings;
    settings.narrowPhase = narrowPhase;
    EXPECT_EQ(registerAlgorithms(&bullet.dispatcher, settings), "");
    bullet.add(floor, 0, btVector3(0, -1, 0));
    std::vector<const btRigidBody*> bodies;
    for (int i = 0; i < 3; ++i)
        bodies.push_back(&bullet.add(block, 1, btVector3(btScalar(0.3 * i), btScalar(1.2 + 2.3 * i), 0)));
    for (int i = 0; i < 3; ++i)
        bodies.push_back(&bullet.add(torus, 1, btVector3(btScalar(0.2), btScalar(8.5 + 2 * i), 0)));
    bullet.run(120);
    unregisterAlgorithms(&bullet.dispatcher);
    std::vector<btTransform> places;
    for (const btRigidBody* body : bodies) places.push_back(body->getWorldTransform());
    return places;
}

TEST(ToyNarrowPhase, IsAddedByOneRowAndGivesTheSameWorld) {
    static std::atomic<int> calls = 0;
    // Step 3: the row.
    addBackend(backend("toy", "every face against every face", [](std::shared_ptr<const Executor>) {
        return std::make_shared<ToyNarrowPhase>(calls);
    }));
    ASSERT_NE(findBackend("toy"), nullptr);
    const std::vector<btTransform> toy = pile("toy"), standard = pile("wide-tree");
    EXPECT_GT(calls, 100);
    ASSERT_EQ(toy.size(), standard.size());
    for (std::size_t i = 0; i < toy.size(); ++i) {
        EXPECT_TRUE(toy[i] == standard[i]) << i;
        EXPECT_GT(toy[i].getOrigin().y(), 0) << i;
    }
}

}  // namespace
}  // namespace ricochet
