#include "algorithms/swept/swept_face.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/meshes.h"
#include "tests/swept/moving_pairs.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

SharedMesh meshOf(const Triangle& t) { return makeMesh({t[0], t[1], t[2]}, {{0, 1, 2}}); }

Triangle at(const SweptFace& face, const RigidMotion& motion, Real time) {
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
            EXPECT_FALSE(intersects(at(a, motionA, s / 40.0), at(b, motionB, s / 40.0)));
        }
    }
    EXPECT_TRUE(meets.isBetween(0.3, 0.9)) << meets.value();
}

}  // namespace
}  // namespace ricochet
