#include "algorithms/swept/swept_face.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/swept/swept_face_pairs.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"
#include "tests/swept/moving_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet {
namespace {

SharedMesh meshOf(const Triangle& t) { return makeMesh({t[0], t[1], t[2]}, {{0, 1, 2}}); }

Triangle faceAt(const SweptFace& face, const RigidMotion& motion, Real time) {
    const Moment moment = momentOf(motion, time);
    return {face.paths[0].at(moment), face.paths[1].at(moment), face.paths[2].at(moment)};
}

TEST(SweptFace, PairsThatCrossAtAnyTimeMayMeet) {
    Random random(61);
    HitRate meets;
    for (int i = 0; i < 3000; ++i) {
        const RigidMotion motionA = test::passingMotion(random, 1, 1.5, 1),
                          motionB = test::passingMotion(random, 1, 1.5, 1);
        const SharedMesh meshA = meshOf(randomTriangle(random, 0.4)),
                         meshB = meshOf(randomTriangle(random, 0.4));
        FaceSweeper facesA(*meshA, motionA), facesB(*meshB, motionB);
        const SweptFace &a = facesA[0], &b = facesB[0];
        const bool mayThey = mayMeet(a, b, 0);
        meets.count(mayThey);
        for (int s = 0; s <= 40 && !mayThey; ++s) {
            EXPECT_FALSE(intersects(faceAt(a, motionA, s / 40.0), faceAt(b, motionB, s / 40.0)));
        }
    }
    EXPECT_TRUE(meets.isBetween(0.3, 0.9)) << meets.value();
}

TEST(SweptFace, FewOfTheFacesThatAreNearMayMeet) {
    const WideTree wideTree;
    const auto ring = wideTree.build(torusMesh(0.5, 0.15, 32, 16)),
               sphere = wideTree.build(test::sphereMesh(32, 16, 0.5));
    Random random(62);
    PairMemory memory;
    FacePairs pairs;
    std::size_t handedOut = 0, mayBe = 0;
    for (int i = 0; i < 20; ++i) {
        const RigidMotion motion = part(test::passingMotion(random, 1.2, 0.2, 0.8), 0, 0.15);
        const RigidMotion still = standing({});
        findSweptFacePairs(wideTree, middleOf(*ring, motion, *sphere, still, 0), memory, pairs);
        FaceSweeper facesA(ring->mesh(), motion), facesB(sphere->mesh(), still);
        handedOut += pairs.size();
        mayBe += static_cast<std::size_t>(std::ranges::count_if(
            pairs, [&](const FacePair& pair) { return mayMeet(facesA[pair.faceA], facesB[pair.faceB], 0); }));
    }
    EXPECT_GT(mayBe, 0u);
    EXPECT_LT(mayBe, handedOut / 10);
}

}  // namespace
}  // namespace ricochet
