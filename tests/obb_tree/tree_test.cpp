#include "algorithms/obb_tree/obb_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

using obb_tree::BuildSettings;
using obb_tree::buildTree;
using obb_tree::Fit;
using obb_tree::isValid;
using obb_tree::ObbNode;
using obb_tree::Tree;

TEST(ObbTreeBuild, IsValidForEveryMeshHoweverItIsFitted) {
    const BuildSettings all[] = {{.hullFrom = 1},
                                 {.hullFrom = 50},
                                 {.hullFrom = kNone},
                                 {.fit = Fit::paper},
                                 {.fit = Fit::hullVertices},
                                 {.fit = Fit::vertices},
                                 {.leafFaces = 5},
                                 {.fit = Fit::paper, .leafFaces = 64}};
    for (const BuildSettings& settings : all) {
        for (const Case& c : cases()) {
            EXPECT_TRUE(isValid(buildTree(*c.a, settings), *c.a)) << c.name;
            EXPECT_TRUE(isValid(buildTree(*c.b, settings), *c.b)) << c.name;
        }
        for (Index n = 1; n <= 70; ++n) {
            Random random(n);
            const SharedMesh soup = soupMesh(random, n);
            EXPECT_TRUE(isValid(buildTree(*soup, settings), *soup)) << n << " faces";
        }
    }
}

TEST(ObbTreeBuild, AMissingFaceOrAShrunkBoxIsNotValid) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const Tree good = buildTree(*torus, {});
    Tree tree = good;
    tree.faces[3] = tree.faces[4];
    EXPECT_FALSE(isValid(tree, *torus));
    tree = good;
    tree.nodes[1].half[1] *= 0.99f;
    EXPECT_FALSE(isValid(tree, *torus));
    tree = good;
    tree.nodes[2].setChildren(1);
    EXPECT_FALSE(isValid(tree, *torus));
}

TEST(ObbTreeBuild, EndsInSingleFacesIfTheirCentresDiffer) {
    const SharedMesh knot = knotMesh(60, 6);
    EXPECT_EQ(buildTree(*knot, {}).nodes.size(), 2 * std::size_t{knot->faceCount()} - 1);
    const SharedMesh equal =
        makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(5000, Face{0, 1, 2}));
    EXPECT_EQ(buildTree(*equal, {}).nodes.size(), 1u);
}

/// Out of line with the axes of its coordinates.
SharedMesh turned(const Mesh& mesh) {
    Random random(70);
    return placed(mesh, {randomRotation(random), Vec3::Zero()});
}

TEST(ObbTreeBuild, ADensePatchOnTheHullDoesNotTiltTheBox) {
    // A slab whose long sides are plain; a corner of one is cut into thousands of faces.
    const SharedMesh slab = boxMesh({-4, -2, -0.5}, {4, 2, 0.5});
    std::vector<Vec3> vertices = slab->vertices();
    std::vector<Face> faces = slab->faces();
    constexpr Index kSide = 40;
    const auto first = static_cast<Index>(vertices.size());
    for (Index i = 0; i <= kSide; ++i) {
        for (Index j = 0; j <= kSide; ++j)
            vertices.emplace_back(3 + 1.0 * i / kSide, 1 + 1.0 * j / kSide, 0.5);
    }
    for (Index i = 0; i < kSide; ++i) {
        for (Index j = 0; j < kSide; ++j) {
            const Index a = first + i * (kSide + 1) + j, b = a + kSide + 1;
            faces.push_back({a, b, b + 1});
            faces.push_back({a, b + 1, a + 1});
        }
    }
    const SharedMesh dense = turned(*makeMesh(vertices, faces));
    const Tree tree = buildTree(*dense, {});
    EXPECT_NEAR(tree.nodes[0].half[0], 4, 1e-3);
    EXPECT_NEAR(tree.nodes[0].half[1], 2, 1e-3);
    EXPECT_NEAR(tree.nodes[0].half[2], 0.5, 1e-3);
}

TEST(ObbTreeBuild, FacesInsideTheHullDoNotTiltTheBox) {
    // An oblique wall inside a hollow box, with much more area than the box has.
    const SharedMesh box = boxMesh({-3, -2, -1}, {3, 2, 1});
    std::vector<Vec3> vertices = box->vertices();
    std::vector<Face> faces = box->faces();
    for (int layer = 0; layer < 400; ++layer) {
        const Vec3 offset(0, 1e-3 * layer, 0);
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& corner : {Vec3(-1.5, -1.5, -0.7), Vec3(1.2, 1.3, -0.7), Vec3(1.2, 1.3, 0.7)}) {
            vertices.push_back(corner + offset);
        }
        faces.push_back({first, first + 1, first + 2});
    }
    const SharedMesh filled = turned(*makeMesh(vertices, faces));
    const Tree withHull = buildTree(*filled, {.hullFrom = 100}),
               without = buildTree(*filled, {.hullFrom = kNone});
    EXPECT_NEAR(withHull.nodes[0].area(), 3 * 2 + 2 * 1 + 1 * 3, 1e-3);
    EXPECT_GT(without.nodes[0].area(), 1.2f * withHull.nodes[0].area());
}

TEST(ObbTreeBuild, TakesANodeOfSixtyFourBytesForEachFaceAndEachDivision) {
    const ObbTree tree;
    const SharedMesh torus = torusMesh(1, 0.4, 200, 50);
    EXPECT_LE(tree.build(torus)->bytes(), 133 * std::size_t{torus->faceCount()});
}

/// Gentle waves all over, so that no two faces are alike.
std::vector<Vec3> bent(const std::vector<Vec3>& atRest, Real phase) {
    std::vector<Vec3> vertices = atRest;
    for (Vec3& v : vertices) {
        v += 0.05 *
             Vec3(std::sin(5 * v.y() + phase), std::sin(4 * v.z() + phase), std::sin(6 * v.x() + phase));
    }
    return vertices;
}

TEST(ObbTreeRefit, IsValidAndFindsThePairsOfBruteForceAfterEachDeformation) {
    const ObbTree tree;
    const BruteForce oracle;
    const SharedMesh a = torusMesh(1, 0.4, 48, 24), b = knotMesh(120, 8);
    const std::vector<Vec3> atRest = a->vertices();
    BuiltPair built(tree, a, b);
    const BuiltPair truth(oracle, a, b);
    Random random(71);
    HitRate hits;
    for (int step = 0; step < 40; ++step) {
        ASSERT_TRUE(a->setVertices(bent(atRest, 0.1 * step)).has_value());
        built.a = tree.rebuild(*built.a);
        EXPECT_EQ(built.a->revision(), a->revision());
        EXPECT_TRUE(isValid(static_cast<const obb_tree::ObbModel&>(*built.a).tree(), *a)) << "step " << step;
        const auto [poseA, poseB] = randomPoses(random, 4);
        const FacePairs expected = sortedPairs(oracle, {truth.a.get(), poseA}, {truth.b.get(), poseB});
        EXPECT_EQ(sortedPairs(tree, {built.a.get(), poseA}, {built.b.get(), poseB}), expected);
        hits.count(!expected.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST(ObbTreeRefit, OfAnUndeformedMeshKeepsEveryBox) {
    const ObbTree tree;
    const SharedMesh torus = torusMesh(1, 0.4, 100, 30);
    const auto built = tree.build(torus);
    const auto refitted = tree.rebuild(*built);
    const Tree& before = static_cast<const obb_tree::ObbModel&>(*built).tree();
    const Tree& after = static_cast<const obb_tree::ObbModel&>(*refitted).tree();
    EXPECT_NEAR(after.boxArea, before.boxArea, 1e-6 * before.boxArea);
}

TEST(ObbTreeRefit, AScrambledMeshIsRebuilt) {
    const ObbTree tree;
    const SharedMesh torus = torusMesh(1, 0.4, 100, 30);
    const auto built = tree.build(torus);
    std::vector<Vec3> scrambled = torus->vertices();
    Random random(72);
    std::shuffle(scrambled.begin(), scrambled.end(), random);
    ASSERT_TRUE(torus->setVertices(scrambled).has_value());
    const auto rebuilt = tree.rebuild(*built);
    const auto& model = static_cast<const obb_tree::ObbModel&>(*rebuilt);
    EXPECT_TRUE(isValid(model.tree(), *torus));
    EXPECT_EQ(model.builtArea(), model.tree().boxArea);
}

}  // namespace
}  // namespace ricochet::test
