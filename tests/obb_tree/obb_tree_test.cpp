#include "algorithms/obb_tree/obb_tree.h"

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet::test
