#include "algorithms/wide_tree/on_demand.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace ricochet::test {
namespace {

using wide_tree::buildTree;
using wide_tree::buildTreeOnDemand;
using wide_tree::isValid;
using wide_tree::NodeRef;
using wide_tree::Tree;
using wide_tree::WideLeaf;
using wide_tree::WideModel;
using wide_tree::WideNode;

SharedMesh largeTorus() { return torusMesh(1, 0.4, 200, 100); }  // 40,000 faces

template <class Value>
bool haveSameBytes(const Value& a, const Value& b) {
    return std::memcmp(&a, &b, sizeof(Value)) == 0;
}

/// Whether both have the same nodes and leaves in the same order, wherever these are stored.
bool areSameBelow(const Tree& a, NodeRef ofA, const Tree& b, NodeRef ofB) {
    if (ofA.isLeaf() != ofB.isLeaf()) return false;
    if (ofA.isLeaf()) return haveSameBytes(a.leaves[ofA.index()], b.leaves[ofB.index()]);
    const WideNode &nodeA = a.nodes[ofA.index()], &nodeB = b.nodes[ofB.index()];
    const bool areAlike = haveSameBytes(nodeA.box, nodeB.box) && haveSameBytes(nodeA.centre, nodeB.centre) &&
                          haveSameBytes(nodeA.half, nodeB.half);
    if (!areAlike) return false;
    for (std::uint32_t k = 0; k < nodeA.box.count; ++k) {
        if (!areSameBelow(a, a.child(nodeA, k), b, b.child(nodeB, k))) return false;
    }
    return true;
}

Index pendingIn(const CollisionModel& model) {
    const auto& pending = static_cast<const WideModel&>(model).tree().pending;
    return pending ? pending->pendingTriangles() : 0;
}

/// Two models of each mesh: built at once, and on demand.
struct BothModels {
    explicit BothModels(const WideTree& wide, const SharedMesh& mesh)
        : whole(wide.build(mesh)), onDemand(wide.buildOnDemand(mesh)) {}
    std::shared_ptr<const CollisionModel> whole, onDemand;
};

TEST(TreeOnDemand, AllItsPartsAreThoseOfTheTreeBuiltAtOnce) {
    Random random(3);
    for (const SharedMesh& mesh : {largeTorus(), knotMesh(200, 40), soupMesh(random, 20'000)}) {
        const Tree whole = buildTree(*mesh, {}), onDemand = buildTreeOnDemand(mesh, {});
        EXPECT_GT(onDemand.pending->pendingTriangles(), 0.9 * mesh->faceCount());
        EXPECT_TRUE(areSameBelow(whole, whole.root, onDemand, onDemand.root));
        EXPECT_EQ(onDemand.pending->pendingTriangles(), 0u);
        EXPECT_TRUE(isValid(onDemand, *mesh));
        EXPECT_NEAR(std::log2(onDemand.leafWidth / whole.leafWidth), 0, 1);
    }
}

TEST(TreeOnDemand, ItsPartsDependNeitherOnOrderNorOnWhatWasBuiltBefore) {
    const SharedMesh mesh = largeTorus();
    const Tree whole = buildTree(*mesh, {}), backwards = buildTreeOnDemand(mesh, {});
    std::vector<NodeRef> open = {backwards.root};
    while (!open.empty()) {
        const NodeRef ref = open.back();
        open.pop_back();
        if (ref.isLeaf()) continue;
        const WideNode& node = backwards.nodes[ref.index()];
        for (std::size_t k = node.box.count; k-- > 0;) open.insert(open.begin(), backwards.child(node, k));
    }
    EXPECT_TRUE(areSameBelow(whole, whole.root, backwards, backwards.root));
}

/// Equal triangles, and triangles of which each is a little smaller than the last: cuts leave some of them
/// alone.
TEST(TreeOnDemand, IsValidForMeshesThatSplitBadly) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < 20'000; ++i) {
        const Real size = std::exp2(-Real(i % 97));
        for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
            vertices.push_back(size * (corner + Vec3(1, 1, 1)));
        }
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    for (const SharedMesh& mesh :
         {makeMesh(vertices, faces),
          makeMesh({{0, 0, 0}, {1, 1, 1}, {1, 0, 0}}, std::vector<Face>(20'000, Face{0, 1, 2}))}) {
        const Tree tree = buildTreeOnDemand(mesh, {});
        EXPECT_TRUE(isValid(tree, *mesh));
    }
}

TEST(TreeOnDemand, LeavesByHalvesHaveAtLeastFourFaces) {
    const SharedMesh mesh = torusMesh(1, 0.4, 30, 17);
    wide_tree::BuildSettings settings;
    Tree tree;
    wide_tree::centreOn(*mesh, tree);
    wide_tree::BuildSpace space{*mesh, settings, tree, {}, {}, {}};
    space.triangles.resize(mesh->faceCount());
    space.boxes.resize(mesh->faceCount());
    for (Index f = 0; f < mesh->faceCount(); ++f) {
        space.triangles[f] = wide_tree::floatTriangle(*mesh, tree, f);
        space.order.push_back(f);
    }
    wide_tree::SubtreeBuilder builder(space);
    builder.splitByHalves();
    const auto built =
        builder.build({0, mesh->faceCount(), wide_tree::Frame(wide_tree::Frame::Identity()), std::nullopt});
    for (const WideLeaf& leaf : built.leaves) EXPECT_GE(leaf.box.count, 4u);
    tree.root = built.root;
    tree.nodes = built.nodes;
    tree.leaves = built.leaves;
    EXPECT_TRUE(isValid(tree, *mesh));
}

TEST(TreeOnDemand, QueriesFindTheSameInTheSameOrder) {
    const WideTree wide;
    const BothModels a(wide, largeTorus()), b(wide, knotMesh(200, 40));
    Random random(11);
    HitRate hits;
    PairMemory ofWhole, ofOnDemand;
    for (int trial = 0; trial < 40; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, 4);
        const MeshInstance wholeA{a.whole.get(), poseA}, wholeB{b.whole.get(), poseB};
        const MeshInstance onDemandA{a.onDemand.get(), poseA}, onDemandB{b.onDemand.get(), poseB};
        FacePairs expected, found;
        wide.findFacePairs(wholeA, wholeB, 0, ofWhole, expected);
        wide.findFacePairs(onDemandA, onDemandB, 0, ofOnDemand, found);
        EXPECT_EQ(found, expected);
        hits.count(!expected.empty());

        const Ray ray{randomPoint(random), randomPoint(random)};
        std::vector<Index> faces, facesFound;
        wide.castRay(wholeA, ray, faces);
        wide.castRay(onDemandA, ray, facesFound);
        EXPECT_EQ(facesFound, faces);
        const Vec3 corner = randomPoint(random);
        wide.findFaces(*a.whole, {corner, corner + Vec3(0.2, 0.2, 0.2)}, faces);
        wide.findFaces(*a.onDemand, {corner, corner + Vec3(0.2, 0.2, 0.2)}, facesFound);
        EXPECT_EQ(facesFound, faces);
        const auto closest = wide.closestFace(wholeB, {corner}),
                   closestFound = wide.closestFace(onDemandB, {corner});
        EXPECT_EQ(closestFound->face, closest->face);
        PairMemory fresh;
        const auto nearest = wide.findClosestPair(wholeA, wholeB, kAnyDistance, fresh),
                   nearestFound = wide.findClosestPair(onDemandA, onDemandB, kAnyDistance, fresh);
        EXPECT_EQ(nearestFound->faces, nearest->faces);
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.9)) << hits.value();
}

/// Bodies that cannot touch need no tree.
TEST(TreeOnDemand, IsBegunByTheFirstQueryThatComesNear) {
    const WideTree wide;
    const auto a = wide.buildOnDemand(largeTorus()), b = wide.buildOnDemand(largeTorus());
    const auto hasTree = [](const auto& model) { return static_cast<const WideModel&>(*model).hasTree(); };
    PairMemory memory;
    FacePairs pairs = {{1, 1}};
    Pose apart;
    apart.translation = Vec3(2.81, 0, 0);
    wide.findFacePairs({a.get(), Pose{}}, {b.get(), apart}, 0.009, memory, pairs);
    EXPECT_TRUE(pairs.empty());
    EXPECT_FALSE(wide.findFirstPair({a.get(), Pose{}}, {b.get(), apart}, memory).has_value());
    EXPECT_FALSE(hasTree(a) || hasTree(b));
    EXPECT_TRUE(a->hasPendingParts());
    wide.findFacePairs({a.get(), Pose{}}, {b.get(), apart}, 0.011, memory, pairs);
    EXPECT_TRUE(hasTree(a) && hasTree(b));
}

TEST(TreeOnDemand, PartsNearABoxMayBeBuiltBeforeQueriesCome) {
    const WideTree wide;
    const SharedMesh torus = largeTorus();
    const BothModels models(wide, torus);
    const Aabb box{Vec3(1.2, -0.1, -0.1), Vec3(1.5, 0.1, 0.1)};
    const auto build = [&] { return wide.buildNear(*models.onDemand, box, 3000); };
    EXPECT_EQ(build(), torus->frontCount());  // the root
    EXPECT_EQ(pendingIn(*models.onDemand), torus->faceCount());
    int calls = 0;
    while (const Index built = build()) {
        EXPECT_LT(built, 3000u + torus->faceCount() / 4);
        ++calls;
    }
    EXPECT_GT(calls, 1);
    const Index pending = pendingIn(*models.onDemand);
    EXPECT_GT(pending, torus->faceCount() / 2);
    EXPECT_LT(pending, torus->faceCount());

    std::vector<Index> faces, expected;
    wide.findFaces(*models.onDemand, box, faces);
    EXPECT_EQ(pendingIn(*models.onDemand), pending);  // all that the box needs was there
    wide.findFaces(*models.whole, box, expected);
    EXPECT_EQ(faces, expected);
    EXPECT_FALSE(faces.empty());
    EXPECT_TRUE(models.onDemand->hasPendingParts());
    wide.complete(*models.onDemand);
    EXPECT_FALSE(models.onDemand->hasPendingParts());
    EXPECT_EQ(build(), 0u);
}

/// The pause of a first detection, as a number of triangles.
TEST(TreeOnDemand, TwoThatBarelyTouchBuildFewOfTheirTriangles) {
    const WideTree wide;
    const SharedMesh torus = largeTorus();
    const auto a = wide.buildOnDemand(torus), b = wide.buildOnDemand(largeTorus());
    EXPECT_EQ(pendingIn(*a), torus->faceCount());
    PairMemory memory;
    FacePairs pairs;
    Pose apart;
    apart.translation = Vec3(2.795, 0, 0);
    wide.findFacePairs({a.get(), Pose{}}, {b.get(), apart}, 0.01, memory, pairs);
    EXPECT_FALSE(pairs.empty());
    for (const auto& model : {a, b}) EXPECT_GE(pendingIn(*model), torus->faceCount() * 9 / 10);

    wide.complete(*a);
    EXPECT_EQ(pendingIn(*a), 0u);
    EXPECT_TRUE(isValid(static_cast<const WideModel&>(*a).tree(), *torus));
}

TEST(TreeOnDemand, ThreadsThatComeToAPartAtOnceBuildItOnce) {
    const WideTree wide;
    const SharedMesh torus = largeTorus();
    const BothModels models(wide, torus);
    std::vector<std::thread> threads;
    std::vector<FacePairs> found(4);
    Pose aside;
    aside.translation = Vec3(0.9, 0.1, 0.2);
    for (FacePairs& pairs : found) {
        threads.emplace_back([&] {
            PairMemory memory;
            const MeshInstance a{models.onDemand.get(), Pose{}}, b{models.onDemand.get(), aside};
            wide.findFacePairs(a, b, 0, memory, pairs);
        });
    }
    for (std::thread& thread : threads) thread.join();
    PairMemory memory;
    FacePairs expected;
    wide.findFacePairs({models.whole.get(), Pose{}}, {models.whole.get(), aside}, 0, memory, expected);
    EXPECT_FALSE(expected.empty());
    for (const FacePairs& pairs : found) EXPECT_EQ(pairs, expected);
}

TEST(TreeOnDemand, OfAMeshThatHasMovedIsBuiltAnew) {
    const WideTree wide;
    const SharedMesh torus = largeTorus();
    const auto before = wide.buildOnDemand(torus);
    std::vector<Vec3> moved = torus->vertices();
    for (Vec3& v : moved) v.x() *= 1.5;
    ASSERT_TRUE(torus->setVertices(moved).has_value());
    const auto after = wide.rebuild(*before);
    EXPECT_EQ(after->revision(), torus->revision());
    EXPECT_EQ(pendingIn(*after), torus->faceCount());
    EXPECT_TRUE(isValid(static_cast<const WideModel&>(*after).tree(), *torus));
}

TEST(TreeOnDemand, ASmallMeshIsBuiltAtOnce) {
    EXPECT_EQ(pendingIn(*WideTree().buildOnDemand(torusMesh(1, 0.4, 64, 64))), 0u);
}

}  // namespace
}  // namespace ricochet::test
