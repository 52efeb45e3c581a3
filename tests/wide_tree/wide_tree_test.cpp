#include "algorithms/wide_tree/wide_tree.h"

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

TEST(WideTree, AnUnchangedQueryIsAnsweredFromTheLastStep) {
    const WideTree wide;
    const BuiltPair built(wide, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {0.3, 0.2, 0.1}}};
    PairMemory memory;
    FacePairs first, second;
    wide.findFacePairs(a, b, 0, memory, first);
    const Counters before = memory.counters;
    wide.findFacePairs(a, b, 0, memory, second);
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(second, first);
    EXPECT_EQ(memory.counters.boxTests, before.boxTests);
    EXPECT_EQ(memory.counters.calls, before.calls + 1);
}

}  // namespace
}  // namespace ricochet::test
