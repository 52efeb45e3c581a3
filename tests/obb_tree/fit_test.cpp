#include "algorithms/geometry/convex_hull.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace ricochet::test {
namespace {

using obb_tree::buildTree;
using obb_tree::Fit;
using obb_tree::ObbNode;
using obb_tree::Tree;

using Faces = std::vector<Index>;

void addFacesBelow(const Tree& tree, const ObbNode& node, Faces& faces) {
    if (node.isLeaf()) {
        tree.forEachFace(node, [&](Index face) { faces.push_back(face); });
        return;
    }
    addFacesBelow(tree, tree.nodes[node.leftChild()], faces);
    addFacesBelow(tree, tree.nodes[node.leftChild() + 1], faces);
}

Faces facesBelow(const Tree& tree, const ObbNode& node) {
    Faces faces;
    addFacesBelow(tree, node, faces);
    return faces;
}

std::vector<Vec3> cornersOf(const Mesh& mesh, const Faces& faces) {
    std::vector<Vec3> corners;
    for (const Index face : faces) {
        for (const Vec3& corner : mesh.triangle(face)) corners.push_back(corner);
    }
    return corners;
}

Vec3 meanOf(const std::vector<Vec3>& points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) sum += point;
    return sum / Real(points.size());
}

/// The paper's formula: of points, each with its multiplicity.
Matrix3 covarianceOf(const std::vector<Vec3>& points) {
    const Vec3 mean = meanOf(points);
    Matrix3 sum = Matrix3::Zero();
    for (const Vec3& point : points) sum += (point - mean) * (point - mean).transpose();
    return sum / Real(points.size());
}

std::optional<Matrix3> ofVertices(const std::vector<Vec3>& corners) { return covarianceOf(corners); }

std::optional<Matrix3> ofHullVertices(const std::vector<Vec3>& corners) {
    const ConvexHull hull = convexHull(corners);
    if (hull.isEmpty()) return std::nullopt;
    std::vector<Vec3> points;
    for (const Index vertex : hull.vertices) points.push_back(corners[vertex]);
    return covarianceOf(points);
}

/// Covariance of the hull's surface: midpoints of a triangle's sides, by area, integrate squares exactly.
std::optional<Matrix3> ofHullArea(const std::vector<Vec3>& corners) {
    const ConvexHull hull = convexHull(corners);
    if (hull.isEmpty()) return std::nullopt;
    struct Sample {
        Vec3 point;
        Real weight;
    };
    std::vector<Sample> samples;
    for (const Face& face : hull.faces) {
        const Vec3 &a = corners[face[0]], &b = corners[face[1]], &c = corners[face[2]];
        const Real area = (b - a).cross(c - a).norm();
        for (const Vec3& middle : {Vec3(a + b), Vec3(b + c), Vec3(c + a)}) {
            samples.push_back({0.5 * middle, area});
        }
    }
    Real weight = 0;
    Vec3 mean = Vec3::Zero();
    for (const Sample& s : samples) weight += s.weight, mean += s.weight * s.point;
    mean /= weight;
    Matrix3 sum = Matrix3::Zero();
    for (const Sample& s : samples) sum += s.weight * (s.point - mean) * (s.point - mean).transpose();
    return sum / weight;
}

/// How far a covariance is from diagonal in a box's frame, relative to its size.
Real tilt(const ObbNode& node, const Matrix3& covariance) {
    const Matrix3 axes = node.frame().cast<Real>();
    Matrix3 inBox = axes * covariance * axes.transpose();
    const Real size = inBox.diagonal().maxCoeff();
    inBox.diagonal().setZero();
    return inBox.cwiseAbs().maxCoeff() / size;
}

constexpr Real kTilt = 1e-5;  // axes and hull vertices are floats

using Covariance = std::optional<Matrix3> (*)(const std::vector<Vec3>&);

/// Among boxes whose faces have that covariance, the share with its axes.
Real shareAlong(const Tree& tree, const Mesh& mesh, Covariance covariance) {
    Real boxes = 0, along = 0;
    for (const ObbNode& node : tree.nodes) {
        const auto own = covariance(cornersOf(mesh, facesBelow(tree, node)));
        if (!own) continue;
        ++boxes;
        along += tilt(node, *own) < kTilt;
    }
    return along / boxes;
}

TEST(ObbTreeFit, EveryBoxOfThePapersFitLiesAlongTheAxesOfItsHullsArea) {
    for (const SharedMesh& mesh : {knotMesh(60, 6), sphereMesh(16, 9, 0.7)}) {
        EXPECT_EQ(shareAlong(buildTree(*mesh, {.fit = Fit::paper}), *mesh, ofHullArea), 1);
        EXPECT_EQ(shareAlong(buildTree(*mesh, {.fit = Fit::hullVertices}), *mesh, ofHullVertices), 1);
        EXPECT_EQ(shareAlong(buildTree(*mesh, {.fit = Fit::vertices}), *mesh, ofVertices), 1);
        // So that the three can be told apart.
        EXPECT_LT(shareAlong(buildTree(*mesh, {.fit = Fit::vertices}), *mesh, ofHullArea), 0.5);
        EXPECT_LT(shareAlong(buildTree(*mesh, {.fit = Fit::hullVertices}), *mesh, ofHullArea), 0.5);
        EXPECT_LT(shareAlong(buildTree(*mesh, {}), *mesh, ofHullArea), 0.5);
    }
}

TEST(ObbTreeFit, AFlatGroupLiesAlongItsFlatHull) {
    // A rectangle of which one half is cut finely and a wall of inner lines is oblique.
    Random random(75);
    const Pose pose{randomRotation(random), Vec3::Zero()};
    std::vector<Vec3> vertices = {{-3, -1, 0}, {3, -1, 0}, {3, 1, 0}, {-3, 1, 0}};
    std::vector<Face> faces = {{0, 1, 2}, {0, 2, 3}};
    for (Index i = 0; i < 40; ++i) {
        const Real x = 0.02 * i;
        const auto first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), {{x, x, 0}, {x + 0.9, x, 0}, {x, x - 0.2, 0}});
        faces.push_back({first, first + 1, first + 2});
    }
    const SharedMesh flat = makeMesh(vertices, faces), turned = placed(*flat, pose);
    for (const SharedMesh& mesh : {flat, turned}) {
        const ObbNode root = buildTree(*mesh, {.fit = Fit::paper}).nodes[0];
        EXPECT_NEAR(root.half[0], 3, 1e-4);
        EXPECT_NEAR(root.half[1], 1, 1e-4);
        EXPECT_NEAR(root.half[2], 0, 1e-4);
    }
}

TEST(ObbTreeFit, ATrianglesBoxIsFlatAndLiesAlongItsLongestEdge) {
    Random random(77);
    for (int trial = 0; trial < 100; ++trial) {
        const Triangle t = randomTriangle(random);
        const ObbNode box = buildTree(*makeMesh({t[0], t[1], t[2]}, {{0, 1, 2}}), {}).nodes[0];
        const Real longest = std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
        const Real doubleArea = (t[1] - t[0]).cross(t[2] - t[0]).norm();
        EXPECT_NEAR(box.half[0], longest / 2, 1e-5);
        EXPECT_NEAR(box.half[1], doubleArea / longest / 2, 1e-5);
        EXPECT_NEAR(box.half[2], 0, 1e-5);
    }
}

/// What the paper says of its fits, 4.2.1: a dense patch inside the hull may tilt a box that is fitted to all
/// vertices, one on the hull also a box that is fitted to the hull's vertices.
class DensePatch : public testing::Test {
protected:
    static constexpr Real kArea = 4 * 2 + 2 * 0.5 + 0.5 * 4;  // of the slab's box, as `ObbNode::area` has it

    /// A slab, and many vertices along an oblique line: on its upper side or inside.
    static SharedMesh slab(Real height) {
        const SharedMesh box = boxMesh({-4, -2, -0.5}, {4, 2, 0.5});
        std::vector<Vec3> vertices = box->vertices();
        std::vector<Face> faces = box->faces();
        for (int i = 0; i < 1500; ++i) {
            const Real t = i / 1500.0;
            const auto first = static_cast<Index>(vertices.size());
            // Bent outwards by less than the tolerance of the test, so that all are on the hull.
            const Real bulge = height < 0.5 ? 0 : 1e-3 * t * (1 - t);
            vertices.insert(vertices.end(), {Vec3(4 * t - 0.2, 2 * t - 0.1, height + bulge),
                                             Vec3(4 * t - 0.2, 2 * t - 0.1, height + bulge),
                                             Vec3(4 * t - 0.2, 2 * t - 0.1, height - 0.01)});
            faces.push_back({first, first + 1, first + 2});
        }
        Random random(70);
        return placed(*makeMesh(vertices, faces), {randomRotation(random), Vec3::Zero()});
    }
    static Real areaOf(const SharedMesh& mesh, Fit fit) {
        return buildTree(*mesh, {.fit = fit, .leafFaces = mesh->faceCount()}).nodes[0].area();
    }
};

TEST_F(DensePatch, InsideTheHullTiltsOnlyTheBoxOfAllVertices) {
    const SharedMesh mesh = slab(0.2);
    EXPECT_NEAR(areaOf(mesh, Fit::paper), kArea, 1e-3);
    EXPECT_NEAR(areaOf(mesh, Fit::hullVertices), kArea, 1e-3);
    EXPECT_GT(areaOf(mesh, Fit::vertices), 1.05 * kArea);
}

TEST_F(DensePatch, OnTheHullDoesNotTiltTheBoxOfItsArea) {
    const SharedMesh mesh = slab(0.5);
    EXPECT_NEAR(areaOf(mesh, Fit::paper), kArea, 0.01);
    EXPECT_GT(areaOf(mesh, Fit::hullVertices), 1.05 * kArea);
    EXPECT_GT(areaOf(mesh, Fit::vertices), 1.05 * kArea);
}

/// The rule of 4.2.1: perpendicular to the longest axis that divides the group, at the mean of its vertices.
TEST(ObbTreeFit, EveryGroupIsSplitAsThePaperSays) {
    constexpr Real kRounding = 1e-6;
    for (const Fit fit : {Fit::ours, Fit::paper}) {
        const SharedMesh mesh = knotMesh(60, 6);
        const Tree tree = buildTree(*mesh, {.fit = fit});
        for (const ObbNode& node : tree.nodes) {
            EXPECT_GE(node.half[0], node.half[1]);
            EXPECT_GE(node.half[1], node.half[2]);
            if (node.isLeaf()) continue;
            const Faces left = facesBelow(tree, tree.nodes[node.leftChild()]),
                        right = facesBelow(tree, tree.nodes[node.leftChild() + 1]);
            const Vec3 mean = meanOf(cornersOf(*mesh, facesBelow(tree, node)));
            const auto heights = [&](const Faces& faces, const Vec3& axis) {
                std::vector<Real> all;
                for (const Index face : faces) {
                    all.push_back(axis.dot(meanOf(cornersOf(*mesh, {face})) - mean));
                }
                return std::pair(*std::min_element(all.begin(), all.end()),
                                 *std::max_element(all.begin(), all.end()));
            };
            // Along the longest axis, since faces of a knot have different centres along every axis.
            const Vec3 axis = node.frame().cast<Real>().row(0);
            EXPECT_LT(heights(left, axis).second, kRounding);
            EXPECT_GT(heights(right, axis).first, -kRounding);
        }
    }
}

TEST(ObbTreeFit, ALeafHoldsAsManyFacesAsAreAllowed) {
    const SharedMesh mesh = knotMesh(60, 6);
    for (const Index maximum : {1u, 4u, 20u}) {
        const Tree tree = buildTree(*mesh, {.leafFaces = maximum});
        for (const ObbNode& node : tree.nodes) {
            EXPECT_EQ(node.isLeaf(), facesBelow(tree, node).size() <= maximum);
        }
    }
}

/// However boxes are fitted and opened, the pairs are those of brute force.
TEST(ObbTreeFit, EveryFitFindsThePairsOfBruteForce) {
    HitRate hits;
    for (const Fit fit : {Fit::ours, Fit::paper, Fit::hullVertices, Fit::vertices}) {
        for (const ObbDescent descent : {ObbDescent::asFit, ObbDescent::largerArea, ObbDescent::longerSide}) {
            for (const Index leafFaces : {1u, 8u}) {
                const ObbTree tree({{.fit = fit, .leafFaces = leafFaces}, descent});
                Random random(76);
                for (const Case& c : cases()) {
                    const AgainstBruteForce pair(tree, c.a, c.b);
                    for (int trial = 0; trial < (kIsSlowBuild ? 2 : 8); ++trial) {
                        const auto [poseA, poseB] = randomPoses(random, c.spread);
                        const FacePairs truth = pair.truth(poseA, poseB);
                        EXPECT_EQ(pair.pairs(poseA, poseB), truth) << c.name;
                        hits.count(!truth.empty());
                    }
                }
            }
        }
    }
    EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(ObbTreeFit, TheRuleOfDescentChangesTheTestsAndNotThePairs) {
    const SharedMesh a = torusMesh(1, 0.4, 48, 24), b = knotMesh(120, 8);
    std::vector<std::uint64_t> tests;
    std::vector<FacePairs> found;
    for (const ObbDescent descent : {ObbDescent::largerArea, ObbDescent::longerSide, ObbDescent::asFit}) {
        const ObbTree tree({{}, descent});
        const BuiltPair built(tree, a, b);
        PairMemory memory;
        found.emplace_back();
        tree.findFacePairs({built.a.get(), {}}, {built.b.get(), {}}, 0, memory, found.back());
        std::sort(found.back().begin(), found.back().end());
        tests.push_back(memory.counters.boxTests);
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_NE(tests[0], tests[1]);
    EXPECT_EQ(tests[0], tests[2]);
    EXPECT_TRUE(ObbTreeSettings({.build = {.fit = Fit::paper}}).opensLongerSide());
    EXPECT_FALSE(
        ObbTreeSettings({.build = {.fit = Fit::paper}, .descent = ObbDescent::largerArea}).opensLongerSide());
}

}  // namespace
}  // namespace ricochet::test
