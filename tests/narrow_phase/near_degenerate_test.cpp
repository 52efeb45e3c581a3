#include "tests/narrow_phase/tested.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/lattice_meshes.h"

#include <cmath>

namespace ricochet::test {
namespace {

constexpr int kMeshes = kIsSlowBuild ? 10 : 160;
constexpr int kPosesOfAMesh = 5;
constexpr Index kFaces = 40;

class NearDegenerate : public EveryNarrowPhase {
protected:
    static int meshes() { return trials(kPosesOfAMesh * kMeshes) / kPosesOfAMesh; }
};

TEST_P(NearDegenerate, AMillionPairsOfBarelyTouchingTrianglesAreExact) {
    Random random(61);
    HitRate hits;
    std::size_t tested = 0;
    for (int m = 0; m < meshes(); ++m) {
        const SharedMesh a = latticeMesh(random, kFaces);
        const SharedMesh b = m % 3 == 0 ? a : latticeMesh(random, kFaces);
        const AgainstBruteForce both(*narrowPhase, a, b);
        for (int p = 0; p < kPosesOfAMesh; ++p) {
            const Pose poseA = latticePose(random, 1);
            const Pose poseB = turnedBy(poseA, random);
            const FacePairs truth = both.truth(poseA, poseB);
            ASSERT_EQ(both.pairs(poseA, poseB), truth) << "mesh " << m << ", pose " << p;
            tested += std::size_t{kFaces} * kFaces;
            hits.count(!truth.empty());
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 1)) << hits.value();
    EXPECT_GE(tested, (kIsSlowBuild ? std::size_t{50'000} : std::size_t{1'000'000}) / GetParam().slowdown);
}

/// Triangles up to a thousand times longer than wide, all of which pass points near the origin with an edge.
SharedMesh sliverMesh(Random& random, const std::vector<Vec3>& sharedPoints) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < kFaces; ++f) {
        const Vec3 along = randomPoint(random).normalized();
        const Vec3 near = sharedPoints[f % sharedPoints.size()] +
                          std::pow(10, uniform(random, -9, -4)) * randomPoint(random);
        const Vec3 begin = near - uniform(random, 0.1, 10) * along;
        const Vec3 end = near + uniform(random, 0.1, 10) * along;
        vertices.insert(vertices.end(),
                        {begin, end, end + std::pow(10, uniform(random, -2, 0)) * randomPoint(random)});
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST_P(NearDegenerate, SliversWhoseEdgesBarelyMeetAreExact) {
    Random random(62);
    HitRate hits;
    for (int m = 0; m < meshes(); ++m) {
        const std::vector<Vec3> sharedPoints = {randomPoint(random), randomPoint(random), Vec3::Zero()};
        const AgainstBruteForce both(*narrowPhase, sliverMesh(random, sharedPoints),
                                     sliverMesh(random, sharedPoints));
        for (int p = 0; p < kPosesOfAMesh; ++p) {
            // Both at nearly the same place, near the origin or not.
            const Pose poseA = randomPlacement(random, p < 3 ? 1 : 1000);
            Pose poseB = poseA;
            poseB.translation += std::pow(10, uniform(random, -9, -4)) * randomPoint(random);
            const FacePairs truth = both.truth(poseA, poseB);
            ASSERT_EQ(both.pairs(poseA, poseB), truth) << "mesh " << m << ", pose " << p;
            hits.count(truth.size() > kFaces);
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 1)) << hits.value();
}

RICOCHET_FOR_EVERY_NARROW_PHASE(NearDegenerate);

}  // namespace
}  // namespace ricochet::test
