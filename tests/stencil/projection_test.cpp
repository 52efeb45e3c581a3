#include "algorithms/stencil/projection.h"

#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/roles.h"
#include "tests/stencil/scenes.h"

#include <gtest/gtest.h>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;

TEST(IntersectionBoxes, ContainEveryPointNearTheOther) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12), knot = knotMesh(60, 6);
    Random random(81);
    int points = 0;
    for (int pose = 0; pose < 50; ++pose) {
        const auto [poseA, poseB] = randomPoses(random, 2);
        const IntersectionBoxes boxes = intersectionBoxes({torus.get(), poseA}, {knot.get(), poseB}, 0.1);
        for (const Vec3& v : torus->vertices()) {
            const Vec3 at = transformPoint(poseA, v),
                       inB = poseB.rotation.inverse() * (at - poseB.translation);
            if (!knot->box().contains(inB)) continue;
            ++points;
            EXPECT_TRUE(grown(boxes.of[0].box, 1e-9).contains(v));
            EXPECT_TRUE(grown(boxes.of[1].box, 1e-9).contains(inB));
        }
    }
    EXPECT_GT(points, 500);
}

TEST(FirstGuess, IsTheNormalOfTheLargestWalls) {
    const SharedMesh slab = boxMesh({-3, -3, -1}, {3, 3, 0}),
                     cube = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const Matrix3 turn(Eigen::AngleAxis<Real>(0.7, Vec3(1, 2, 3).normalized()));
    const Pose slabPose{turn, Vec3::Zero()}, cubePose{turn, turn * Vec3(0.3, 0.1, 0.49)};
    const IntersectionBoxes boxes = intersectionBoxes({cube.get(), cubePose}, {slab.get(), slabPose}, 0);
    EXPECT_NEAR(std::abs(firstGuess(boxes).dot(turn.col(2))), 1, 1e-9);
}

TEST(Views, ContainAllThatMayTouchAndBothMeshesDepths) {
    const SharedMesh sphere = sphereMesh(16, 8);
    const PlacedMesh a{sphere.get(), {Matrix3::Identity(), {0, 0, 1.9}}}, b{sphere.get(), {}};
    const IntersectionBoxes boxes = intersectionBoxes(a, b, 0);
    const View view = viewOf(boxes, a, b, axesAlong(Vec3::UnitX()), 64);
    EXPECT_EQ(view.complaint(), "");
    EXPECT_NEAR(view.size.head<2>().minCoeff(), 0.1, 0.05) << "the lens, edge on";
    EXPECT_LT(view.min.z(), -1);
    EXPECT_GT(view.min.z() + view.size.z(), 1);
}

TEST(Views, ZoomIsLimitedByFloatPrecision) {
    const SharedMesh sphere = sphereMesh(16, 8);
    const PlacedMesh a{sphere.get(), {}}, b{sphere.get(), {}};
    View view = viewOf(intersectionBoxes(a, b, 0), a, b, Matrix3::Identity(), 256);
    const Piece one{256u * 128 + 128, 0, 0, 0, 0, 0, 0, 0, true};
    for (int i = 0; i < 20; ++i) view = zoomedTo({one}, view, a, b, 256);
    EXPECT_EQ(view.complaint(), "");
    const WindowMatrix window = windowMatrix(view, {}, Vec3::Zero());
    EXPECT_LE(window.leftCols<3>().cwiseAbs().rowwise().sum().head<2>().maxCoeff(), 0x1p25f);
    EXPECT_LT(view.size.x(), 0.1);
}

TEST(LeastOverlap, ChoosesTheShortestSeparationOfTwoCubesSideBySide) {
    const SharedMesh cube = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const PlacedMesh a{cube.get(), {Matrix3::Identity(), {0.9, 0.3, 0.2}}}, b{cube.get(), {}};
    const std::vector<Vec3> candidates = {Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};
    const auto best =
        leastOverlap(CpuLayers(), a, b, intersectionBoxes(a, b, 0), candidates, 0, /*pixels*/ 32);
    ASSERT_TRUE(best);
    EXPECT_EQ(*best, Vec3::UnitX());
}

TEST(MeanNormal, RefinesAnObliqueGuess) {
    const SharedMesh sphere = sphereMesh(64, 32), slab = boxMesh({-3, -3, -1}, {3, 3, 0});
    const PlacedMesh a{sphere.get(), {Matrix3::Identity(), {0, 0, 0.95}}}, b{slab.get(), {}};
    const Vec3 guess = Vec3(0.5, 0.3, 1).normalized();
    const View view = viewOf(intersectionBoxes(a, b, 0), a, b, axesAlong(guess), 64);
    const auto layers = CpuLayers().layers(a, b, std::span(&view, 1));
    ASSERT_TRUE(layers);
    const auto refined = meanNormal(piecesOf(layers->front(), view, 0), view, a, b);
    ASSERT_TRUE(refined);
    EXPECT_LT(guess.z(), 0.87);
    EXPECT_GT(refined->z(), 0.97) << "from B to A";
}

TEST(RolesOfSolids, AgreeWithThePaper) {
    const SharedMesh small = sphereMesh(8, 4), large = sphereMesh(32, 16), ring = torusMesh(1, 0.4, 24, 12),
                     fineRing = torusMesh(1, 0.4, 48, 24);
    const Pose near{Matrix3::Identity(), {0, 0, -1}}, far{Matrix3::Identity(), {0, 0, 1}};
    const View view;
    EXPECT_EQ(firstRoles({ring.get(), near}, {small.get(), far, true}, view), Roles::swapped)
        << "convex is A";
    EXPECT_EQ(firstRoles({small.get(), far, true}, {ring.get(), near}, view), Roles::asGiven);
    EXPECT_EQ(firstRoles({ring.get(), near}, {fineRing.get(), far}, view), Roles::swapped) << "complex is A";
    EXPECT_EQ(firstRoles({small.get(), near, true}, {large.get(), far, true}, view), Roles::asGiven);
    EXPECT_EQ(firstRoles({small.get(), far, true}, {large.get(), near, true}, view), Roles::swapped)
        << "B is farther";
}

TEST(RolesOfSolids, ConvexMeansConnectedWithoutConcaveEdges) {
    const auto isSo = [](const SharedMesh& mesh) { return isConvex(*mesh, buildTopology(*mesh)); };
    EXPECT_TRUE(isSo(sphereMesh(16, 8)));
    EXPECT_TRUE(isSo(gridBoxMesh({1, 2, 3}, 3)));
    EXPECT_FALSE(isSo(torusMesh(1, 0.4, 24, 12)));
    EXPECT_FALSE(isSo(platesMesh(2)));
    EXPECT_FALSE(isSo(makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})));
}

/// With the paper's choice of which body is A, as `BufferDecider` makes it.
Result<Answer> detectInRoles(Detector& detector, const DrawnMesh& first, const Pose& poseFirst,
                             const DrawnMesh& second, const Pose& poseSecond, const View& view,
                             PairRoles& roles) {
    if (!roles.next) {
        roles.next = firstRoles({&first.mesh(), poseFirst, first.isConvex()},
                                {&second.mesh(), poseSecond, second.isConvex()}, view);
    }
    auto answer = *roles.next == Roles::swapped ? detector.detect(second, poseSecond, first, poseFirst, view)
                                                : detector.detect(first, poseFirst, second, poseSecond, view);
    answer->roles = *roles.next;
    if (first.isConvex() && second.isConvex()) roles.next = rolesAfter(answer->roles, answer->counts);
    return answer;
}

/// Spheres of a metre on the view's axis, by the depths of their centres.
class TwoSpheresInSteps : public testing::TestWithParam<DetectorSettings> {
protected:
    void SetUp() override {
        const auto made = Detector::create(GetParam());
        ASSERT_TRUE(made) << made.error();
        detector_ = *made;
        first_ = *detector_->upload(sphereMesh(32, 16));
        second_ = *detector_->upload(sphereMesh(24, 12));
    }
    Answer step(Real depth1, Real depth2) {
        View view;
        view.min = Vec3(-1.5, -1.5, -5);
        view.size = Vec3(3, 3, 10);
        const Pose pose1{Matrix3::Identity(), {0, 0, depth1}}, pose2{Matrix3::Identity(), {0, 0, depth2}};
        return *detectInRoles(*detector_, *first_, pose1, *second_, pose2, view, roles_);
    }

    std::shared_ptr<Detector> detector_;
    std::shared_ptr<const DrawnMesh> first_, second_;
    PairRoles roles_;
};

TEST_P(TwoSpheresInSteps, AreSwappedAfterAStepThatNeededBothPasses) {
    EXPECT_EQ(step(-3, 0).roles, Roles::asGiven) << "B is the farther one";
    EXPECT_EQ(step(-3, 0).roles, Roles::asGiven) << "nothing needed the second pass";
    const Answer passed = step(3, 0);  // now B is the nearer one
    EXPECT_EQ(passed.roles, Roles::asGiven);
    EXPECT_EQ(passed.passes, 2);
    const Answer swapped = step(3, 0);
    EXPECT_EQ(swapped.roles, Roles::swapped);
    EXPECT_FALSE(swapped.collides);
    EXPECT_EQ(swapped.passes, GetParam().wholeMap || GetParam().examinesOnce ? 2 : 1);
    EXPECT_EQ(step(3, 2).collides, true);
    EXPECT_EQ(step(0, 3).roles, Roles::swapped) << "the collision needed only one";
    EXPECT_EQ(step(0, 3).roles, Roles::asGiven) << "and this needed both again";
}

INSTANTIATE_TEST_SUITE_P(Detector, TwoSpheresInSteps,
                         testing::Values(DetectorSettings{.wholeMap = true},
                                         DetectorSettings{.wholeMap = false},
                                         DetectorSettings{.wholeMap = false, .examinesOnce = true},
                                         DetectorSettings{.examiner = Examiner::compute, .wholeMap = false}),
                         [](const auto& each) { return "Setting" + std::to_string(each.index); });

TEST(RolesOfSolids, TheConcaveOneIsNeverSwappedIn) {
    const auto made = Detector::create();
    ASSERT_TRUE(made) << made.error();
    const auto ring = (*made)->upload(torusMesh(1, 0.4, 24, 12)),
               sphere = (*made)->upload(sphereMesh(24, 12));
    View view;
    view.min = Vec3(-1.5, -1.5, -5);
    view.size = Vec3(3, 3, 10);
    PairRoles roles;
    for (const Real depth : {3, 3, -3, -3}) {  // before the ring and behind it
        const auto answer =
            detectInRoles(**made, **ring, {}, **sphere, {Matrix3::Identity(), {0, 0, depth}}, view, roles);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->roles, Roles::swapped) << depth;
        EXPECT_FALSE(answer->usedLists);
    }
}

}  // namespace
}  // namespace ricochet::stencil
