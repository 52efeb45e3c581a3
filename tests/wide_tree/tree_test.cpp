#include "algorithms/wide_tree/binned_sah.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace ricochet::test {
namespace {

using wide_tree::buildTree;
using wide_tree::isValid;
using wide_tree::Tree;

/// Gentle waves all over, so that no two faces are alike.
std::vector<Vec3> bent(const Mesh& mesh, Real phase) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& v : vertices) {
        v += 0.05 *
             Vec3(std::sin(5 * v.y() + phase), std::sin(4 * v.z() + phase), std::sin(6 * v.x() + phase));
    }
    return vertices;
}

TEST(WideTreeBuild, IsValidForEveryMesh) {
    for (const Case& c : cases()) {
        EXPECT_TRUE(isValid(buildTree(*c.a, {}), *c.a)) << c.name;
        EXPECT_TRUE(isValid(buildTree(*c.b, {}), *c.b)) << c.name;
    }
    for (Index n = 1; n <= 70; ++n) {
        Random random(n);
        const SharedMesh soup = soupMesh(random, n);
        EXPECT_TRUE(isValid(buildTree(*soup, {}), *soup)) << n << " faces";
    }
    const SharedMesh large = torusMesh(1, 0.4, 200, 50);
    EXPECT_TRUE(isValid(buildTree(*large, {}), *large));
}

TEST(WideTreeBuild, AMissingFaceOrAShrunkBoxIsNotValid) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const Tree good = buildTree(*torus, {});
    Tree tree = good;
    tree.leaves[3].face[0] = tree.leaves[4].face[0];
    EXPECT_FALSE(isValid(tree, *torus));
    tree = good;
    tree.nodes[0].half[1][0] *= 0.9f;
    EXPECT_FALSE(isValid(tree, *torus));
    tree = good;
    tree.leaves[5].corner[0][1][0] += 1e-4f;
    EXPECT_FALSE(isValid(tree, *torus));
}

/// Arithmetic with subnormal numbers takes some hundred cycles on many processors.
TEST(WideTreeBuild, FlatMeshesHaveNoSubnormalSizes) {
    for (const Vec3& size : {Vec3(1, 1, 0), Vec3(3, 0, 2), Vec3(1, 0, 0), Vec3(1, 1, 1)}) {
        const auto box = boxMesh(-size, size);
        const Tree tree = buildTree(*box, {});
        const auto expectNormal = [](const wide_tree::FrameBox& frame) {
            for (const float half : frame.half) EXPECT_NE(std::fpclassify(half), FP_SUBNORMAL) << half;
        };
        for (const wide_tree::WideNode& node : tree.nodes) expectNormal(node.box);
        for (const wide_tree::WideLeaf& leaf : tree.leaves) expectNormal(leaf.box);
    }
}

TEST(WideTreeBuild, TakesAtMostEightyBytesPerTriangleBesidesTheMesh) {
    const WideTree wide;
    for (const SharedMesh& mesh :
         {torusMesh(1, 0.4, 200, 50), knotMesh(600, 12), gridBoxMesh({1, 2, 3}, 40)}) {
        EXPECT_LE(wide.build(mesh)->bytes(), 80 * std::size_t{mesh->faceCount()});
    }
}

TEST(WideTreeBuild, TenMillionTrianglesTakeEightyBytesEachAndReportProgress) {
    const Index side = kIsSlowBuild ? 100 : 2240;
    const SharedMesh mesh = torusMesh(1, 0.4, side, side);
    std::vector<Index> placed;
    WideTreeSettings settings;
    settings.build.onProgress = [&](Index faces) { placed.push_back(faces); };
    const WideTree wide(settings);
    const auto model = wide.build(mesh);
    EXPECT_LE(model->bytes(), 80 * std::size_t{mesh->faceCount()});
    EXPECT_GE(placed.size(), mesh->faceCount() / 200'000);
    EXPECT_TRUE(std::is_sorted(placed.begin(), placed.end()));
    EXPECT_EQ(placed.back(), mesh->faceCount());

    // One face in light contact, far from where the tree begins.
    const auto needle =
        wide.build(makeMesh({{-1.4, 0, 0.001}, {-1.3, 0.01, 0.001}, {-1.3, 0, 0}}, {{0, 1, 2}}));
    PairMemory memory;
    FacePairs found;
    wide.findFacePairs({model.get(), {}}, {needle.get(), {}}, 0, memory, found);
    EXPECT_FALSE(found.empty());
    EXPECT_LT(memory.counters.boxTests, 20'000u);
}

TEST(WideTreeBuild, IsTheSameOnAnyNumberOfThreads) {
    const auto threads = makeThreadExecutor(3);
    const auto areSame = [](const auto& a, const auto& b) {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
    };
    const SharedMesh torus = kIsSlowBuild ? torusMesh(1, 0.4, 160, 80) : torusMesh(1, 0.4, 400, 200);
    for (const SharedMesh& mesh : {torus, knotMesh(100, 8)}) {
        const Tree tree = buildTree(*mesh, {}), same = buildTree(*mesh, {}, *threads);
        EXPECT_TRUE(isValid(tree, *mesh));
        EXPECT_TRUE(areSame(tree.nodes, same.nodes) && areSame(tree.leaves, same.leaves));
        EXPECT_EQ(tree.boxArea, same.boxArea);
        EXPECT_EQ(tree.leafWidth, same.leafWidth);
    }
}

/// What a node costs where it is cut best along an axis.
float bestCostOf(const std::vector<wide_tree::BuilderBox>& boxes, std::vector<Index> faces) {
    float best = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        std::ranges::sort(faces, {}, [&](Index f) { return boxes[f].min[axis] + boxes[f].max[axis]; });
        for (Index cut = 1; cut < faces.size(); ++cut) {
            wide_tree::Cluster parts[2] = {{0, cut, {}}, {cut, static_cast<Index>(faces.size()), {}}};
            for (Index i = 0; i < faces.size(); ++i) parts[i < cut ? 0 : 1].box.include(boxes[faces[i]]);
            best = std::min(best, parts[0].cost() + parts[1].cost());
        }
    }
    return best;
}

TEST(WideTreeBuild, SmallClustersAreSplitAtTheLeastCost) {
    Random random(5);
    for (int round = 0; round < 60; ++round) {
        std::vector<wide_tree::BuilderBox> boxes(wide_tree::BinnedSah::kExactUpTo);
        std::vector<Index> order(boxes.size());
        std::iota(order.begin(), order.end(), Index{0});
        for (wide_tree::BuilderBox& box : boxes) {
            const Vec3 at = randomPoint(random), size = 0.2 * randomPoint(random).cwiseAbs();
            box.min << at.cast<float>().array(), 0.0f;
            box.max << (at + size).cast<float>().array(), 0.0f;
        }
        wide_tree::BinnedSah sah(order, boxes);
        std::vector<wide_tree::Cluster> open = {
            {0, wide_tree::BinnedSah::kExactUpTo, sah.boxOf(0, wide_tree::BinnedSah::kExactUpTo)}};
        while (!open.empty()) {
            const wide_tree::Cluster whole = open.back();
            open.pop_back();
            if (whole.size() <= wide_tree::kWidth) continue;
            const std::vector<Index> faces(order.begin() + whole.begin, order.begin() + whole.end);
            const auto parts = sah.split(whole);
            EXPECT_EQ(parts[0].cost() + parts[1].cost(), bestCostOf(boxes, faces));
            open.insert(open.end(), parts.begin(), parts.end());
        }
    }
}

TEST(WideTreeBuild, ManyEqualTrianglesAreSplitInHalves) {
    const SharedMesh equal =
        makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(5000, Face{0, 1, 2}));
    const Tree tree = buildTree(*equal, {});
    EXPECT_TRUE(isValid(tree, *equal));
    EXPECT_LE(tree.leaves.size(), 1250u);
}

TEST(WideTreeRefit, IsValidAndFindsThePairsOfBruteForceAfterEachDeformation) {
    const WideTree wide;
    const BruteForce oracle;
    const SharedMesh a = torusMesh(1, 0.4, 48, 24), b = knotMesh(120, 8);
    const std::vector<Vec3> atRest = a->vertices();
    BuiltPair built(wide, a, b);
    const BuiltPair truth(oracle, a, b);
    Random random(71);
    HitRate hits;
    for (int step = 0; step < (kIsSlowBuild ? 40 : 60); ++step) {
        ASSERT_TRUE(a->setVertices(atRest).has_value());
        ASSERT_TRUE(a->setVertices(bent(*a, 0.1 * step)).has_value());
        built.a = wide.rebuild(*built.a);
        EXPECT_EQ(built.a->revision(), a->revision());
        EXPECT_TRUE(isValid(static_cast<const wide_tree::WideModel&>(*built.a).tree(), *a))
            << "step " << step;
        const auto [poseA, poseB] = randomPoses(random, 4);
        const FacePairs expected = sortedPairs(oracle, {truth.a.get(), poseA}, {truth.b.get(), poseB});
        EXPECT_EQ(sortedPairs(wide, {built.a.get(), poseA}, {built.b.get(), poseB}), expected);
        hits.count(!expected.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST(WideTreeRefit, OfAnUndeformedMeshKeepsEveryBox) {
    const WideTree wide;
    const SharedMesh torus = torusMesh(1, 0.4, 100, 30);
    const auto built = wide.build(torus);
    const auto refitted = wide.rebuild(*built);
    const Tree& before = static_cast<const wide_tree::WideModel&>(*built).tree();
    const Tree& after = static_cast<const wide_tree::WideModel&>(*refitted).tree();
    EXPECT_NEAR(after.boxArea, before.boxArea, 1e-6 * before.boxArea);
}

TEST(WideTreeRefit, AScrambledMeshIsRebuilt) {
    const WideTree wide;
    const SharedMesh torus = torusMesh(1, 0.4, 100, 30);
    const auto built = wide.build(torus);
    std::vector<Vec3> scrambled = torus->vertices();
    Random random(72);
    std::shuffle(scrambled.begin(), scrambled.end(), random);
    ASSERT_TRUE(torus->setVertices(scrambled).has_value());
    const auto rebuilt = wide.rebuild(*built);
    const auto& model = static_cast<const wide_tree::WideModel&>(*rebuilt);
    EXPECT_TRUE(isValid(model.tree(), *torus));
    EXPECT_EQ(model.builtArea(), model.tree().boxArea);
}

}  // namespace
}  // namespace ricochet::test
