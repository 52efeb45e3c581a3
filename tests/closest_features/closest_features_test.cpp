#include "algorithms/closest_features/closest_features.h"

#include "tests/closest_features/polytopes.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr int kPoses = kIsSlowBuild ? 10 : 60;

/// By all features, or all axes.
Real exhaustiveDistance(const Polytope& a, const Pose& poseA, const Polytope& b, const Pose& poseB) {
    const PlacedPair pair(a, poseA, b, poseB);
    const HullPenetration axes = exhaustiveAxes(pair);
    if (axes.depth >= 0) return -axes.depth;
    const Witnesses w = findWitnesses(pair, exhaustiveFeatures(pair));
    return (w.onA - w.onB).norm();
}

void expectConsistent(const ClosestFeatures& answer, Real tolerance) {
    EXPECT_NEAR(answer.normal.norm(), 1, 1e-12);
    EXPECT_NEAR(answer.normal.dot(answer.onA - answer.onB), answer.distance, tolerance);
}

TEST(ClosestFeatures, AgreesWithAllFeaturesAndAllAxesAtRandomPoses) {
    const auto all = allPolytopes();
    Random random(11);
    HitRate hits;
    for (const NamedPolytope& a : all) {
        for (const NamedPolytope& b : all) {
            if (a.polytope.edges.size() * b.polytope.edges.size() > 20000) continue;
            for (int trial = 0; trial < kPoses; ++trial) {
                const Pose poseA = randomPose(random, 0.9), poseB = randomPose(random, 0.9);
                FeatureMemory memory;
                const ClosestFeatures answer =
                    findClosestFeatures(a.polytope, poseA, b.polytope, poseB, memory);
                const Real truth = exhaustiveDistance(a.polytope, poseA, b.polytope, poseB);
                EXPECT_NEAR(answer.distance, truth, 2e-13) << a.name << ", " << b.name << ", trial " << trial;
                EXPECT_TRUE(answer.isCertified) << a.name << ", " << b.name << ", trial " << trial;
                expectConsistent(answer, 1e-10);
                hits.count(answer.distance < 0);
            }
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(ClosestFeatures, AnyKindOfFeaturesCanStartTheWalk) {
    const auto all = allPolytopes();
    Random random(12);
    const auto randomFeature = [&](const Polytope& p, PolytopePart kind) {
        const std::size_t counts[] = {p.vertices.size(), p.edges.size(), p.faces.size()};
        const auto count = static_cast<int>(counts[static_cast<int>(kind)]);
        return Feature{kind, static_cast<Index>(pick(random, count))};
    };
    const PolytopePart kinds[] = {PolytopePart::vertex, PolytopePart::edge, PolytopePart::face};
    for (const PolytopePart kindA : kinds) {
        for (const PolytopePart kindB : kinds) {
            for (int trial = 0; trial < 3 * kPoses; ++trial) {
                const Polytope& a =
                    all[static_cast<std::size_t>(pick(random, static_cast<int>(all.size())))].polytope;
                const Polytope& b =
                    all[static_cast<std::size_t>(pick(random, static_cast<int>(all.size())))].polytope;
                const Pose poseA = randomPose(random, 0.9), poseB = randomPose(random, 0.9);
                FeatureMemory cold, warm;
                warm.hasFeatures = true;
                warm.features = {randomFeature(a, kindA), randomFeature(b, kindB)};
                const Real truth = findClosestFeatures(a, poseA, b, poseB, cold).distance;
                EXPECT_NEAR(findClosestFeatures(a, poseA, b, poseB, warm).distance, truth, 2e-13);
            }
        }
    }
}

TEST(ClosestFeatures, BothOrdersGiveTheSameResult) {
    const auto all = allPolytopes();
    Random random(13);
    for (int trial = 0; trial < 10 * kPoses; ++trial) {
        const Polytope& a = all[static_cast<std::size_t>(trial) % all.size()].polytope;
        const Polytope& b = all[static_cast<std::size_t>(trial / 3) % all.size()].polytope;
        const Pose poseA = randomPose(random, 0.9), poseB = randomPose(random, 0.9);
        FeatureMemory there, back;
        const ClosestFeatures ab = findClosestFeatures(a, poseA, b, poseB, there);
        const ClosestFeatures ba = findClosestFeatures(b, poseB, a, poseA, back);
        EXPECT_NEAR(ab.distance, ba.distance, 2e-13);
        if (ab.distance <= 1e-3) continue;
        EXPECT_NEAR((ab.normal + ba.normal).norm(), 0, 1e-8);
    }
}

TEST(ClosestFeatures, PosesOfFloatMatricesAreCertified) {
    const auto all = allPolytopes();
    Random random(14);
    for (int trial = 0; trial < 10 * kPoses; ++trial) {
        const Polytope& a = all[static_cast<std::size_t>(trial) % all.size()].polytope;
        Pose poseA = randomPose(random, 0.9), poseB = randomPose(random, 0.9);
        for (Pose* pose : {&poseA, &poseB}) pose->rotation = pose->rotation.cast<float>().cast<Real>();
        FeatureMemory memory;
        EXPECT_TRUE(findClosestFeatures(a, poseA, all[1].polytope, poseB, memory).isCertified);
        EXPECT_EQ(memory.counters.exhaustive, 0u);
    }
}

TEST(ClosestFeatures, ASmallGapIsAccurate) {
    const Polytope cube = polytopeOf(boxPoints({1, 1, 1}));
    const Polytope tetrahedron = polytopeOf({{0.25, 0.125, 0}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 1}});
    const Real gap = 0x1p-40;
    FeatureMemory memory;
    const Pose raised{Matrix3::Identity(), {0, 0, 1 + gap}};
    const ClosestFeatures answer = findClosestFeatures(cube, {}, tetrahedron, raised, memory);
    EXPECT_DOUBLE_EQ(answer.distance, gap);
    EXPECT_EQ(answer.features[0].kind, PolytopePart::face);
    EXPECT_EQ(answer.features[1].kind, PolytopePart::vertex);
    EXPECT_EQ(answer.normal, Vec3(0, 0, -1));
}

}  // namespace
}  // namespace ricochet::test
