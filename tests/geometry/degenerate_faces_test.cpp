#include "algorithms/geometry/degenerate_faces.h"

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

TEST(DegenerateFaces, SegmentsAndPointsAreCounted) {
    const SharedMesh mesh =
        makeMesh({{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {1, 0, 0}}, {{0, 1, 2}, {0, 1, 3}, {3, 3, 3}, {1, 0, 1}});
    int count = 0;
    for (Index face = 0; face < mesh->faceCount(); ++face) count += isDegenerate(mesh->triangle(face));
    EXPECT_EQ(count, 3);
}

TEST(DegenerateFaces, OneUlpMakesAFace) {
    Triangle t = {Vec3(0.1, 0.2, 0.3), Vec3(0.2, 0.4, 0.6), Vec3(0.4, 0.8, 1.2)};
    EXPECT_TRUE(isDegenerate(t));
    t[1].y() = std::nextafter(t[1].y(), 1.0);
    EXPECT_FALSE(isDegenerate(t));
}

TEST(DegenerateFaces, ThirdsOfASegmentAreRarelyExact) {
    Random random(3);
    HitRate degenerate;
    for (int i = 0; i < 1000; ++i) {
        const Vec3 a = randomLatticePoint(random, 8), b = randomLatticePoint(random, 8);
        if (a == b) continue;
        EXPECT_TRUE(isDegenerate({a, b, 0.5 * (a + b)}));
        degenerate.count(isDegenerate({a, b, a + (b - a) / 3}));
    }
    EXPECT_TRUE(degenerate.isBetween(0.05, 0.6));
}

}  // namespace
}  // namespace ricochet
