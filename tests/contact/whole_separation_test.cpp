// How deep a query may say that two bodies are: compared with the shortest translation that frees them, found
// by trying directions and distances.

#include "algorithms/contact/penetration/whole_separation.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::test {
namespace {

constexpr Real kDepthShare = 1.5;  // of the shortest translation: what a query may report
constexpr Real kInfiniteHeight = std::numeric_limits<Real>::infinity();

/// A query with models of the wide tree.
ContactScene treeScene(const SharedMesh& a, const Pose& poseA, const SharedMesh& b, const Pose& poseB) {
    const WideTree tree;
    ContactScene scene(a, poseA, b, poseB);
    scene.modelA = tree.build(a);
    scene.modelB = tree.build(b);
    scene.input.a.model = scene.modelA.get();
    scene.input.b.model = scene.modelB.get();
    scene.input.step.timeStep = 0;
    return scene;
}

SharedMesh wideTorus() { return torusMesh(1, 0.35, 24, 12); }

/// The shortest translation of A, in steps of 0.02 m along the axes of the world and of the bodies, and along
/// random directions, after which the surfaces do not intersect. An upper bound, rounded up.
Real shortestTranslation(const ContactScene& scene, Random& random) {
    std::vector<Vec3> directions;
    const auto addAxes = [&](const Matrix3& columns) {
        for (int i = 0; i < 3; ++i)
            for (const int sign : {-1, 1}) directions.push_back(sign * columns.col(i));
    };
    addAxes(Matrix3::Identity());
    addAxes(scene.input.a.pose.rotation);
    addAxes(scene.input.b.pose.rotation);
    for (int i = 0; i < 40; ++i) directions.push_back(randomPoint(random).normalized());
    const WideTree tree;
    Real shortest = 3;
    for (const Vec3& direction : directions) {
        for (Real distance = 0.02; distance < shortest; distance += 0.02) {
            MeshInstance moved = scene.input.a.instance();
            moved.pose.translation += distance * direction;
            PairMemory memory;
            if (!tree.findFirstPair(moved, scene.input.b.instance(), memory)) shortest = distance;
        }
    }
    return shortest;
}

TEST(WholeSeparation, CrossedToriAreNotDeeperThanWhatFreesThem) {
    Random random(81);
    for (const Real z : {0.0, 0.05, 0.1, 0.3, 0.6}) {
        for (const Real x : {0.05, 0.3}) {
            Pose aside;
            aside.translation = Vec3(x, 0.0137, z);
            const ContactScene scene = treeScene(wideTorus(), Pose{}, wideTorus(), aside);
            const PersistentContacts found = scene.contacts(WideTree());
            ASSERT_FALSE(found.points.empty());
            EXPECT_LE(-deepestOf(found).distance, kDepthShare * shortestTranslation(scene, random))
                << x << " " << z;
        }
    }
}

/// Two of 291 deep poses in 300 are deeper: 1.52 and 2.0 of what frees them, where the tubes hook into each
/// other.
TEST(WholeSeparation, ToriAtRandomAreHardlyEverDeeper) {
    Random random(82);
    int deep = 0, tooDeep = 0;
    constexpr int kPoses = kIsSlowBuild ? 12 : 40;
    for (int i = 0; i < kPoses; ++i) {
        const Pose first = randomPose(random, 0.7), second = randomPose(random, 0.7);
        const ContactScene scene = treeScene(wideTorus(), first, wideTorus(), second);
        const PersistentContacts found = scene.contacts(WideTree());
        if (found.points.empty() || deepestOf(found).distance > -0.05) continue;
        ++deep;
        const Real share = -deepestOf(found).distance / shortestTranslation(scene, random);
        tooDeep += share > kDepthShare;
        EXPECT_LE(share, 2.1) << i;
    }
    EXPECT_LE(tooDeep, 1);
    EXPECT_GT(deep, kPoses * 5 / 8);
}

/// A translation that frees a part of a solid may move the body into its other parts.
TEST(WholeSeparation, OfPartsIsNotReported) {
    Pose aside;
    aside.translation = Vec3(0.3, 0.0137, 0);
    ContactScene scene = treeScene(wideTorus(), Pose{}, wideTorus(), aside);
    EXPECT_LT(-deepestOf(scene.contacts(WideTree())).distance, 0.8);
    const WholeSurface whole{wideTorus()->box(), wideTorus()->faceCount(), [](const Vec3&) { return false; }};
    scene.surfaceA = buildContactSurface(scene.input.a.mesh(), std::nullopt, whole);
    scene.input.a.surface = scene.surfaceA.get();
    EXPECT_GT(-deepestOf(scene.contacts(WideTree())).distance, 1.5);
}

SharedMesh moved(const SharedMesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh->vertices()) vertices.push_back(transformPoint(pose, v));
    return makeMesh(vertices, mesh->faces());
}

/// Also if the mesh lies aslant in its own frame.
TEST(WholeSeparation, OfPlatesIsTheirThickness) {
    Random random(83);
    for (int i = 0; i < 20; ++i) {
        const Pose aslant = randomPose(random, 1);
        const SharedMesh tilted = moved(gridBoxMesh(Vec3(2, 0.3, 1)), aslant);
        const Pose pose = randomPose(random, 1);
        const ContactScene scene(tilted, pose, tilted, pose);
        const PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA),
            b(scene.input.b.instance(), *scene.surfaceB);
        const WholeSeparation whole = shortestWholeSeparation(a, b);
        EXPECT_NEAR(whole.distance(), 0.3, 1e-9);
        EXPECT_NEAR(std::abs(whole.direction.dot(pose.rotation * (aslant.rotation * Vec3(0, 1, 0)))), 1,
                    1e-9);
    }
}

/// The principal axes come from a sample of the faces, the extents along the reported one from all vertices.
TEST(WholeSeparation, OfFineToriIsExactAlongItsDirection) {
    Random random(84);
    const SharedMesh fine = torusMesh(1, 0.35, 128, 64);
    for (int i = 0; i < 10; ++i) {
        const SharedMesh tilted = moved(fine, randomPose(random, 1));
        const Pose pose = randomPose(random, 1);
        const ContactScene scene(tilted, pose, tilted, pose);
        const PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA),
            b(scene.input.b.instance(), *scene.surfaceB);
        const WholeSeparation whole = shortestWholeSeparation(a, b);
        Real bottom = kInfiniteHeight, top = -kInfiniteHeight;
        for (const Vec3& v : tilted->vertices()) {
            bottom = std::min(bottom, whole.direction.dot(transformPoint(pose, v)));
            top = std::max(top, whole.direction.dot(transformPoint(pose, v)));
        }
        EXPECT_NEAR(whole.bottom, bottom, 1e-9);
        EXPECT_NEAR(whole.top, top, 1e-9);
        EXPECT_LT(whole.distance(), 1.01 * 0.7) << i;
    }
}

}  // namespace
}  // namespace ricochet::test
