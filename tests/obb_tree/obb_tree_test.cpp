#include "algorithms/obb_tree/obb_tree.h"

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

TEST(ObbTree, CountsItsWork) {
    const ObbTree tree;
    const BuiltPair built(tree, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    PairMemory memory;
    FacePairs found;
    tree.findFacePairs({built.a.get(), {}}, {built.b.get(), {}}, 0, memory, found);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(memory.counters.calls, 1u);
    EXPECT_EQ(memory.counters.facePairs, found.size());
    EXPECT_GE(memory.counters.triangleTests, found.size());
    EXPECT_GT(memory.counters.boxTests, memory.counters.triangleTests);
    // The root boxes are apart: one box test decides.
    const Pose far = {Matrix3::Identity(), {100, 0, 0}};
    PairMemory apart;
    tree.findFacePairs({built.a.get(), {}}, {built.b.get(), far}, 0, apart, found);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(apart.counters.boxTests, 1u);
    EXPECT_EQ(apart.counters.triangleTests, 0u);
}

TEST(ObbTree, BoxesAtADepthHoldTheMeshAndTwiceAsManyAreBelowThem) {
    const ObbTree tree;
    const SharedMesh mesh = placed(*torusMesh(1, 0.4, 16, 8), {Matrix3::Identity(), Vec3(5, -3, 2)});
    const auto model = tree.build(mesh);
    for (const auto& [depth, count] :
         {std::pair(0, 1u), std::pair(1, 2u), std::pair(3, 8u), std::pair(99, 256u)}) {
        const std::vector<Obb> boxes = model->boxesAt(depth);
        EXPECT_EQ(boxes.size(), count);
        const auto holds = [](const Obb& box, const Vec3& point) {
            const Vec3 own = (box.axes * (point - box.centre)).cwiseAbs();
            return (own.array() <= box.half.array() + 1e-6).all();
        };
        for (Index face = 0; face < mesh->faceCount(); ++face) {
            const bool isHeld = std::ranges::any_of(boxes, [&](const Obb& box) {
                const Triangle corners = mesh->triangle(face);
                return std::ranges::all_of(corners, [&](const Vec3& corner) { return holds(box, corner); });
            });
            EXPECT_TRUE(isHeld) << "depth " << depth << ", face " << face;
        }
    }
}

}  // namespace
}  // namespace ricochet::test
