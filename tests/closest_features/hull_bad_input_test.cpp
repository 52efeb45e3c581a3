// Hulls of degenerate meshes: the answers agree with the exact narrow phase.

#include "algorithms/closest_features/feature_colours.h"
#include "algorithms/closest_features/hull_model.h"
#include "algorithms/closest_features/hull_then_faces.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test {
namespace {

constexpr int kOddPoses = kIsSlowBuild ? 20 : 150;

SharedMesh square() {
    return makeMesh({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
}

/// Boxes and similar bodies of all dimensions, some with duplicate vertices.
std::vector<std::pair<const char*, SharedMesh>> oddMeshes() {
    return {{"square", square()},
            {"double square", unshared(*square())},
            {"line", makeMesh({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}, {0, 2, 2}})},
            {"point", makeMesh({{0.25, 0.5, 0}, {0.25, 0.5, 0}}, {{0, 1, 0}})},
            {"needle", boxMesh({-1, -1e-6, -1e-6}, {1, 1e-6, 1e-6})},
            {"foil", boxMesh({-1, -1, -1e-6}, {1, 1, 1e-6})},
            {"duplicates", unshared(*gridBoxMesh({1, 1, 1}, 3))}};
}

/// All queries in both orders, with one memory per pair.
void expectAnswersOfBruteForce(const SharedMesh& a, const SharedMesh& b, const Pose& poseA, const Pose& poseB,
                               const std::string& where, HitRate& meet) {
    const HullThenFaces tested(std::make_shared<BruteForce>());
    const AgainstBruteForce both(tested, a, b);
    const FacePairs truth = both.truth(poseA, poseB);
    EXPECT_EQ(both.pairs(poseA, poseB), truth) << where;
    const auto modelA = tested.build(a), modelB = tested.build(b);
    PairMemory memory;
    for (int again = 0; again < 2; ++again) {
        const auto first = tested.findFirstPair({modelA.get(), poseA}, {modelB.get(), poseB}, memory);
        EXPECT_EQ(first.has_value(), !truth.empty()) << where;
        if (first) {
            EXPECT_TRUE(std::find(truth.begin(), truth.end(), *first) != truth.end()) << where;
        }
    }
    meet.count(!truth.empty());
}

TEST(HullBadInput, FlatLinearAndSinglePointHullsDuplicatesAndNeedles) {
    Random random(91);
    HitRate meet;
    for (const auto& [nameA, a] : oddMeshes()) {
        for (const auto& [nameB, b] : oddMeshes()) {
            for (int i = 0; i < kOddPoses / 10; ++i) {
                // half of the poses leave planes where they are
                const bool isAligned = i % 2 == 0;
                const Pose poseB = {isAligned ? Matrix3::Identity() : randomRotation(random),
                                    isAligned
                                        ? Vec3(0.25 * (randomLatticePoint(random, 8) - Vec3::Constant(4)))
                                        : randomPoint(random, 0.7)};
                expectAnswersOfBruteForce(a, b, {}, poseB, std::string(nameA) + ", " + nameB, meet);
            }
        }
    }
    EXPECT_TRUE(meet.isBetween(0.05, 0.7)) << meet.value();
}

TEST(HullBadInput, NegativeScalingIsHandledExactly) {
    Random random(92);
    HitRate meet;
    const auto knot = knotMesh(30, 5), torus = torusMesh(0.7, 0.3, 12, 8);
    for (int i = 0; i < kOddPoses; ++i) {
        Pose poseB{randomRotation(random), randomPoint(random, 1.8)};
        poseB.rotation.col(i % 3) *= -1;
        if (i % 2) poseB.rotation *= uniform(random, -2, -0.5);
        expectAnswersOfBruteForce(knot, torus, randomPose(random, 0.5), poseB, std::to_string(i), meet);
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.8)) << meet.value();
}

TEST(HullBadInput, AMirroredMeshHasTheColoursOfTheOriginal) {
    for (const auto& [name, mesh] : oddMeshes()) {
        std::vector<Vec3> mirrored;
        for (const Vec3& v : mesh->vertices()) mirrored.push_back(v.cwiseProduct(Vec3(-2, 1, 1)));
        const auto other = makeMesh(mirrored, mesh->faces());
        const Polytope hull = buildPolytope(mesh->vertices()).value(),
                       hull2 = buildPolytope(mirrored).value();
        const FeatureColours here = colourFeatures(hull, *mesh), there = colourFeatures(hull2, *other);
        EXPECT_EQ(here.vertices.items.size(), there.vertices.items.size()) << name;
        EXPECT_EQ(here.edges.items.size(), there.edges.items.size()) << name;
        EXPECT_EQ(here.faces.items.size(), there.faces.items.size()) << name;
    }
}

TEST(HullBadInput, NonFinitePosesAreLeftToTheFaces) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    const auto mesh = torusMesh(1, 0.4, 12, 8);
    const HullThenFaces tested(std::make_shared<BruteForce>());
    const AgainstBruteForce both(tested, mesh, mesh);
    Pose shifted, turned, zero;
    shifted.translation.x() = nan;
    turned.rotation(1, 1) = nan;
    zero.rotation = Matrix3::Zero();
    for (const Pose& pose : {shifted, turned, zero}) {
        EXPECT_EQ(both.pairs({}, pose), both.truth({}, pose));
        EXPECT_EQ(both.pairs(pose, {}, 0.1), both.truth(pose, {}, 0.1));
    }
}

TEST(HullBadInput, AHundredThousandVerticesAreColoured) {
    const Index around = kIsSlowBuild ? 60 : 400, bands = kIsSlowBuild ? 40 : 252;
    const auto sphere = sphereMesh(around, bands);
    ASSERT_GE(sphere->vertexCount(), kIsSlowBuild ? 2000u : 100000u);
    const HullThenFaces tested(std::make_shared<BruteForce>());
    const auto model = std::dynamic_pointer_cast<const hull_then_faces::HullModel>(tested.build(sphere));
    ASSERT_TRUE(model && model->hull());
    const FeatureColours& colours = model->colours();
    for (Index v = 0; v < colours.vertices.size(); ++v) EXPECT_FALSE(colours.vertices[v].empty());
    Index red = 0;
    for (Index f = 0; f < colours.faces.size(); ++f) red += !colours.faces[f].empty();
    EXPECT_GT(red, 0u);
    // one flat side of as many triangles
    const auto plate = gridBoxMesh({10, 10, 0.1}, kIsSlowBuild ? 30 : 129);
    const Polytope hull = buildPolytope(plate->vertices()).value();
    const FeatureColours flat = colourFeatures(hull, *plate);
    EXPECT_EQ(flat.faces.items.size(), plate->faceCount());
}

}  // namespace
}  // namespace ricochet::test
