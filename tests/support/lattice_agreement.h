#pragma once

#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/lattice_meshes.h"

#include <gtest/gtest.h>

namespace ricochet::test {

/// On a million pairs of triangles that hardly touch a narrow phase gives the pairs of brute force.
template <class Tested>
void expectAgreementOnLattices(unsigned seed) {
    constexpr int kMeshes = kIsSlowBuild ? 10 : 160;
    constexpr Index kFaces = 40;
    Random random(seed);
    HitRate hits;
    std::size_t tested = 0;
    for (int m = 0; m < kMeshes; ++m) {
        const SharedMesh a = latticeMesh(random, kFaces);
        const SharedMesh b = m % 3 == 0 ? a : latticeMesh(random, kFaces);
        const AgainstBruteForce<Tested> both(a, b);
        for (int p = 0; p < 5; ++p) {
            const Pose poseA = latticePose(random, 1);
            const Pose poseB = turnedBy(poseA, random);
            const FacePairs truth = both.truth(poseA, poseB);
            ASSERT_EQ(both.pairs(poseA, poseB), truth) << "mesh " << m << ", pose " << p;
            tested += std::size_t{kFaces} * kFaces;
            hits.count(!truth.empty());
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 1)) << hits.value();
    EXPECT_GE(tested, kIsSlowBuild ? std::size_t{50'000} : std::size_t{1'000'000});
}

}  // namespace ricochet::test
