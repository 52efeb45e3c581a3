#include "tests/narrow_phase/tested.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

constexpr int kTrials = kIsSlowBuild ? 40 : 1000;
constexpr int kFewTrials = kIsSlowBuild ? 20 : 200;
constexpr int kFewerTrials = kIsSlowBuild ? 20 : 100;
/// Products of these meshes' lengths underflow: each test of two faces is done in exact arithmetic.
constexpr int kExtremeTrials = kIsSlowBuild ? 20 : 40;

class NarrowPhaseExactness : public EveryNarrowPhase {
protected:
    AgainstBruteForce both(const SharedMesh& a, const SharedMesh& b) const { return {*narrowPhase, a, b}; }

    /// Over random poses of which about half collide; `change` may disturb them.
    template <class Change>
    void expectTruth(const Case& c, unsigned seed, int runs, Change&& change) const {
        Random random(seed);
        HitRate hits;
        const AgainstBruteForce pair = both(c.a, c.b);
        for (int trial = 0; trial < runs; ++trial) {
            auto [poseA, poseB] = randomPoses(random, c.spread);
            change(random, poseA, poseB);
            const FacePairs truth = pair.truth(poseA, poseB);
            EXPECT_EQ(pair.pairs(poseA, poseB), truth) << c.name << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
};

constexpr auto kAsTheyAre = [](Random&, Pose&, Pose&) {};

TEST_P(NarrowPhaseExactness, FindsThePairsOfBruteForce) {
    for (const Case& c : cases()) expectTruth(c, 42, trials(kTrials), kAsTheyAre);
}

TEST_P(NarrowPhaseExactness, FindsThemFarFromTheOrigin) {
    for (const Real offset : {1e2, 1e4, 1e6, 1e9}) {
        expectTruth({"far", torusMesh(1, 0.4, 24, 12), knotMesh(60, 6), 4}, 43, trials(kFewTrials),
                    [&](Random&, Pose& a, Pose& b) {
                        for (Pose* pose : {&a, &b}) pose->translation += Vec3(offset, -offset, offset);
                    });
    }
}

TEST_P(NarrowPhaseExactness, FindsThemInMeshesStoredFarFromTheirOrigins) {
    const Vec3 far(1e6, -2e6, 5e5);
    const Case stored = {"stored far away", placed(*torusMesh(1, 0.4, 24, 12), {Matrix3::Identity(), far}),
                         placed(*knotMesh(60, 6), {Matrix3::Identity(), -far}), 4};
    expectTruth(stored, 44, trials(kFewTrials), [&](Random&, Pose& a, Pose& b) {
        a.translation -= a.rotation * far;
        b.translation += b.rotation * far;
    });
}

TEST_P(NarrowPhaseExactness, UsesMatricesThatAreHardlyRotationsUnchanged) {
    expectTruth({"skewed", torusMesh(1, 0.4, 24, 12), torusMesh(1, 0.4, 24, 12), 3.6}, 45,
                trials(kFewerTrials), [](Random& random, Pose& a, Pose& b) {
                    // From what Bullet's floats make of a rotation up to shears and scalings that no body
                    // has.
                    const Real error = std::pow(10, uniform(random, -7, 0));
                    for (Pose* pose : {&a, &b}) {
                        for (Real& entry : pose->rotation.reshaped()) entry += uniform(random, -error, error);
                    }
                });
}

TEST_P(NarrowPhaseExactness, UsesASingularMatrixUnchanged) {
    const AgainstBruteForce pair = both(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), sphereMesh(8, 5));
    Pose flat;
    flat.rotation.row(2).setZero();
    EXPECT_EQ(pair.pairs(flat, {}), pair.truth(flat, {}));
    EXPECT_EQ(pair.pairs({}, flat), pair.truth({}, flat));
    EXPECT_FALSE(pair.truth({}, flat).empty());
}

TEST_P(NarrowPhaseExactness, ResolvesAMicrometreInAMeshOfAThousandKilometres) {
    // Two plates, each cut into squares of 1e5 m; doubles resolve 1e-10 m there.
    const SharedMesh plate = gridBoxMesh({1e6, 1e6, 1e3}, 10);
    const AgainstBruteForce pair = both(plate, plate);
    for (const Real gap : {1e-6, -1e-6, 0.0}) {
        const Pose above = {Matrix3::Identity(), {12345, 54321, 1e3 + gap}};
        const FacePairs truth = pair.truth({}, above);
        EXPECT_EQ(pair.pairs({}, above), truth);
        EXPECT_EQ(truth.empty(), gap > 0);
    }
}

TEST_P(NarrowPhaseExactness, FindsNeedlesAnywhere) {
    // A hundred needles, a hundred thousand times as long as they are wide, through a sphere.
    Random random(46);
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < 100; ++f) {
        const Vec3 end = 10 * randomPoint(random).normalized();
        for (const Vec3& v : {Vec3(-end), end, Vec3(end + randomPoint(random, 1e-4))}) vertices.push_back(v);
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    const Case needles = {"needles", makeMesh(vertices, faces), sphereMesh(24, 12, 0.5), 7};
    expectTruth(needles, 47, trials(kFewTrials), kAsTheyAre);
}

TEST_P(NarrowPhaseExactness, FindsAllPairsOfCoplanarStackedBoxes) {
    const AgainstBruteForce pair = both(gridBoxMesh({1, 1, 1}, 12), gridBoxMesh({1, 1, 1}, 9));
    for (const Vec3& offset :
         {Vec3(0, 0, 1), Vec3(0.25, 0.5, 1), Vec3(1, 0, 0), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
        const Pose pose = {Matrix3::Identity(), offset};
        const FacePairs truth = pair.truth({}, pose);
        EXPECT_FALSE(truth.empty());
        EXPECT_EQ(pair.pairs({}, pose), truth) << "offset " << offset.transpose();
    }
}

TEST_P(NarrowPhaseExactness, FindsEveryFaceOfIdenticalMeshesAtTheSamePlace) {
    const AgainstBruteForce pair = both(knotMesh(60, 6), knotMesh(60, 6));
    const FacePairs truth = pair.truth({}, {});
    EXPECT_GT(truth.size(), 720u * 12u);
    EXPECT_EQ(pair.pairs({}, {}), truth);
}

TEST_P(NarrowPhaseExactness, FindsNoPairOfAMeshInsideAnother) {
    EXPECT_TRUE(both(sphereMesh(32, 16, 2), torusMesh(1, 0.4, 24, 12)).pairs({}, {}).empty());
}

TEST_P(NarrowPhaseExactness, AcceptsMeshesOfPointsSegmentsAndEqualTriangles) {
    const SharedMesh point = makeMesh({{0.5, 0.5, 0.5}}, {{0, 0, 0}});
    const SharedMesh segment = makeMesh({{0, 0, 0}, {1, 1, 1}}, {{0, 1, 1}});
    const SharedMesh triangle = makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, {{0, 1, 2}});
    const auto many = static_cast<std::size_t>(trials(kIsSlowBuild ? 300 : 1000));
    const SharedMesh manyEqual =
        makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(many, Face{0, 1, 2}));
    Random random(48);
    for (const SharedMesh& a : {point, segment, triangle, manyEqual}) {
        for (const SharedMesh& b : {point, segment, triangle}) {
            const AgainstBruteForce pair = both(a, b);
            EXPECT_EQ(pair.pairs({}, {}).size(), std::size_t{a->faceCount()} * b->faceCount());
            const Pose pose = randomPlacement(random, 1);
            EXPECT_EQ(pair.pairs({}, pose), pair.truth({}, pose));
        }
    }
}

TEST_P(NarrowPhaseExactness, HandlesMeshesTooLargeOrTooSmallForFloats) {
    const std::vector<Real> sizes = kIsSlowBuild
                                        ? std::vector<Real>{1e-42, 1e25}
                                        : std::vector<Real>{1e-60, 1e-42, 1e-30, 1e-20, 1e15, 1e25, 1e42};
    for (const Real size : sizes) {
        const AgainstBruteForce pair =
            both(torusMesh(size, 0.4 * size, 8, 5), torusMesh(size, 0.4 * size, 8, 5));
        Random random(49);
        HitRate hits;
        for (int trial = 0; trial < trials(kExtremeTrials); ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 3.6 * size, size);
            const FacePairs truth = pair.truth(poseA, poseB);
            EXPECT_EQ(pair.pairs(poseA, poseB), truth) << "size " << size << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << "size " << size << ": " << hits.value();
    }
}

TEST_P(NarrowPhaseExactness, FindsAtLeastThePairsWithinTheDistance) {
    for (const Case& c : cases()) {
        Random random(50);
        HitRate hits;
        const AgainstBruteForce pair = both(c.a, c.b);
        for (int trial = 0; trial < trials(kFewerTrials); ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 1.1 * c.spread);
            const Real queryDistance = uniform(random, 1e-4, 0.2);
            const FacePairs truth = pair.truth(poseA, poseB, queryDistance);
            const FacePairs found = pair.pairs(poseA, poseB, queryDistance);
            EXPECT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end()))
                << c.name << ", trial " << trial;
            EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each pair once";
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << c.name << ": " << hits.value();
    }
}

TEST_P(NarrowPhaseExactness, ReturnsFewPairsBeyondTwiceTheDistance) {
    const AgainstBruteForce pair = both(torusMesh(1, 0.4, 48, 24), torusMesh(1, 0.4, 48, 24));
    Random random(51);
    std::size_t found = 0, close = 0;
    for (int trial = 0; trial < 20 / kSlowdown; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, 2);
        found += pair.pairs(poseA, poseB, 0.02).size();
        close += pair.truth(poseA, poseB, 0.04).size();
    }
    EXPECT_GT(close, 1000u);
    EXPECT_LE(found, close);
}

RICOCHET_FOR_EVERY_NARROW_PHASE(NarrowPhaseExactness);

}  // namespace
}  // namespace ricochet::test
