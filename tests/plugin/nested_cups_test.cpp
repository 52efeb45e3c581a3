// Cups in cups: a thin cone wedged in another one touches it all round, in more directions than a pair has
// patches.

#include "demos/scenes/mesh_generators.h"
#include "tests/plugin/scene_mesh.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <ostream>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

// Parts of the cup's height, 0.1 m unless scaled. A cup rests in another one where their walls meet.
constexpr double kCupWall = 0.025, kPitch = 0.24, kBottomRadius = 0.3, kBottom = 0.03;

/// A frustum with 32 sides, open at the top.
scenes::SceneMesh cup(double height) {
    const double sine = kCupWall / kPitch, cosine = std::sqrt(1 - sine * sine), slope = sine / cosine;
    const double across = kCupWall / cosine;
    std::vector<scenes::ProfilePoint> profile = {{0, 0},
                                                 {kBottomRadius, 0},
                                                 {kBottomRadius + slope, 1},
                                                 {kBottomRadius + slope - across, 1},
                                                 {kBottomRadius + slope * kBottom - across, kBottom},
                                                 {0, kBottom}};
    for (scenes::ProfilePoint& point : profile) point.radius *= height, point.y *= height;
    return scenes::revolved(profile, 32);
}

struct Stack {
    double height;  ///< of a cup, metres
    int cups;
    double hz;
    bool isTuned;
};

void PrintTo(const Stack& stack, std::ostream* out) {
    *out << stack.cups << " cups of " << stack.height << " m, " << stack.hz << " Hz"
         << (stack.isTuned ? ", tuned" : "");
}

class NestedCups : public testing::TestWithParam<Stack> {};

TEST_P(NestedCups, RestAtTheirPitch) {
    const Stack& stack = GetParam();
    BulletMesh array = test::meshOf(cup(stack.height));
    btGImpactMeshShape shape(&array.interface);
    shape.setMargin(0);
    shape.updateBound();
    const auto size = btScalar(stack.height);
    BulletMesh slab = test::boxMesh(10 * size, size, 10 * size);
    btBvhTriangleMeshShape floor(&slab.interface, true);
    floor.setMargin(0);

    BulletWorld world;
    Settings settings;
    settings.margins = Margins::zero;
    ASSERT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
    world.add(floor, 0, {0, -size, 0});
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < stack.cups; ++i) {
        // The centre of mass is in the middle of the bottom.
        const btScalar start = (btScalar(0.01) + btScalar(i * (kPitch + 0.04))) * size;
        bodies.push_back(&world.add(shape, btScalar(0.05), {0, start, 0},
                                    btScalar(0.05) * btScalar(0.2) * size * size * btVector3(1, 1, 1)));
    }
    if (stack.isTuned) tune(world.world, size / 2);
    world.run(int(stack.hz), btScalar(1 / stack.hz));
    for (std::size_t i = 1; i < bodies.size(); ++i) {
        const double pitch = double(bodies[i]->getWorldTransform().getOrigin().y() -
                                    bodies[i - 1]->getWorldTransform().getOrigin().y());
        EXPECT_NEAR(pitch / stack.height, kPitch, 0.005) << "cup " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Stacks, NestedCups,
                         testing::Values(Stack{0.1, 2, 60, true}, Stack{0.1, 3, 60, true},
                                         Stack{0.1, 2, 240, false}, Stack{0.1, 3, 240, false},
                                         Stack{1, 2, 60, true}, Stack{1, 2, 120, false}));

}  // namespace
}  // namespace ricochet
