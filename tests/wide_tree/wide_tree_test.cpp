#include "algorithms/wide_tree/wide_tree.h"

#include "tests/support/against_brute_force.h"
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

TEST(WideTree, MeshesThatAreFarApartCostOneBoxTest) {
    const WideTree wide;
    const BuiltPair built(wide, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    PairMemory memory;
    FacePairs found;
    wide.findFacePairs({built.a.get(), {}}, {built.b.get(), {Matrix3::Identity(), {9, 0, 0}}}, 0, memory,
                       found);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(memory.counters.boxTests, 1u);
    EXPECT_EQ(memory.counters.triangleTests, 0u);
}

/// Bullet's matrices are rotations only to 1e-7, users' may be far from that. Boxes of cubes are the cubes:
/// nothing but the bound of the skew lets those overlap.
TEST(WideTree, StretchedCubesThatHardlyTouchAreFound) {
    const WideTree wide;
    const AgainstBruteForce cubes{wide, gridBoxMesh({2, 2, 2}), gridBoxMesh({2, 2, 2})};
    for (const Real stretch : {1e-4, 1e-3, 1e-2, 0.1}) {
        for (int axis = 0; axis < 3; ++axis) {
            const Matrix3 stretched = (1 + stretch) * Matrix3::Identity();
            const Pose a{Matrix3::Identity(), Vec3::Zero()},
                b{stretched, (2 + stretch - 1e-9) * Vec3::Unit(axis)};
            for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
                const FacePairs truth = cubes.truth(first, second);
                ASSERT_FALSE(truth.empty());
                EXPECT_EQ(cubes.pairs(first, second), truth) << stretch << ", axis " << axis;
            }
        }
    }
}

}  // namespace
}  // namespace ricochet::test
