#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/build_kind.h"
#include "tests/wide_tree/both_trees.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cmath>

namespace ricochet::test {
namespace {

constexpr int kMeshes = kIsSlowBuild ? 10 : 160;
constexpr Index kFaces = 40;

/// Triangles with corners on a small lattice, so that they share corners, edges and planes all the time;
/// every corner is then moved by nothing, or by 1e-9 to 1e-2. Some are needles, some have no area.
SharedMesh latticeMesh(Random& random) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    const Real size = std::pow(10, uniform(random, -3, 1));
    for (Index f = 0; f < kFaces; ++f) {
        Triangle t = randomLatticeTriangle(random, 3);
        if (f % 7 == 0) t[2] = t[1] + 1e-4 * (t[1] - t[0]) + Vec3::Constant(1e-7);
        for (Vec3& corner : t) {
            const Real distance = random() % 2 == 0 ? 0 : std::pow(10, uniform(random, -9, -2));
            vertices.push_back(size * (corner + randomPoint(random, distance)));
        }
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// Turns by quarters as often as not, so that planes stay planes; moved by whole lattice steps or hardly.
Pose latticePose(Random& random, Real size) {
    static constexpr std::array<Real, 3> kOffsets = {0, 100, 1e4};
    Pose pose;
    if (random() % 2 == 0) pose.rotation = randomRotation(random);
    if (random() % 2 == 0) pose.rotation = pose.rotation.cast<float>().cast<Real>().eval();
    pose.translation = size * randomLatticePoint(random, 2) + Vec3::Constant(kOffsets[random() % 3]);
    return pose;
}

/// Turns B about a lattice point, so that much of it stays where it was.
Pose turnedBy(const Pose& a, Random& random) {
    Pose b = a;
    const Matrix3 quarter = Eigen::AngleAxis<Real>(M_PI / 2, Vec3::Unit(random() % 3)).toRotationMatrix();
    if (random() % 2 == 0) b.rotation = a.rotation * quarter;
    const Real nudge = random() % 3 == 0 ? 0 : std::pow(10, uniform(random, -12, -3));
    b.translation += randomPoint(random, nudge);
    return b;
}

TEST(WideTreeNearDegenerate, AgreesWithTheExactTestOnTrianglesThatHardlyTouch) {
    Random random(61);
    HitRate hits;
    std::size_t tested = 0;
    for (int m = 0; m < kMeshes; ++m) {
        const SharedMesh a = latticeMesh(random);
        const SharedMesh b = m % 3 == 0 ? a : latticeMesh(random);
        const BothTrees both(a, b);
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

}  // namespace
}  // namespace ricochet::test
