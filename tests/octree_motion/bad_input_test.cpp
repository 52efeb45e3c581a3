#include "algorithms/octree_motion/mesh_octree.h"
#include "algorithms/octree_motion/shared_voxels.h"
#include "algorithms/octree_motion/translation.h"
#include "algorithms/octree_motion/weng_ahuja.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gmock/gmock.h>

namespace ricochet::octree_motion {
namespace {

using testing::HasSubstr;

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

const Grid kGrid = {{-2, -2, -2}, 4, 3};
const CubeSet kCube = {kGrid, {{{3, 3, 3}, 2}}};

std::string errorOf(const auto& result) { return result ? "" : result.error(); }

std::string motionError(const CubeSet& source, const Pose& pose, const Grid& target) {
    MotionMemory memory;
    LinearOctree moved;
    moved.push(Colour::black);
    const std::string error = errorOf(moveOctree(source, pose, target, {}, memory, moved));
    if (!error.empty()) {
        EXPECT_EQ(moved.size(), 1u);
    }
    WengAhujaMemory theirs(NodeMemory::pool);
    EXPECT_EQ(errorOf(moveByWengAhuja(source, pose, target, {.rule = VoxelRule::touch}, theirs)), error);
    SharedMemory shared;
    const MovingCubes bodies[] = {{&source, pose}};
    const auto fail = [](auto&&...) {
        ADD_FAILURE();
        return false;
    };
    EXPECT_EQ(errorOf(forEachSharedVoxel(bodies, target, {}, shared, fail)), error);
    return error;
}

TEST(OctreeBadInput, LevelsAreOneToTen) {
    const auto box = boxMesh({-1, -1, -1}, {1, 1, 1});
    const auto errorAt = [&](int level) {
        return errorOf(octreeOfSolid(*box, {kGrid.min, kGrid.edge, level}, VoxelRule::centre));
    };
    EXPECT_EQ(errorAt(0), "an octree has at least 1 level below its root, not 0");
    EXPECT_EQ(errorAt(-5), "an octree has at least 1 level below its root, not -5");
    EXPECT_EQ(errorAt(11), "an octree has at most 10 levels (292 MiB); 11 levels could take 2340 MiB");
    EXPECT_THAT(errorAt(2147483647), HasSubstr("2147483647 levels could take"));
    EXPECT_EQ(motionError(kCube, {}, {kGrid.min, kGrid.edge, 0}), errorAt(0));
    EXPECT_EQ(motionError({{kGrid.min, kGrid.edge, 11}, {}}, {}, kGrid), errorAt(11));
}

TEST(OctreeBadInput, RootsAreCubesOfFiniteSize) {
    for (const Grid& grid :
         {Grid{{0, 0, 0}, 0, 3}, Grid{{0, 0, 0}, -1, 3}, Grid{{0, 0, 0}, kNaN, 3},
          Grid{{0, 0, 0}, kInfinity, 3}, Grid{{kNaN, 0, 0}, 1, 3}, Grid{{0, -kInfinity, 0}, 1, 3}}) {
        EXPECT_THAT(motionError(kCube, {}, grid), HasSubstr("cube of finite size"));
    }
}

TEST(OctreeBadInput, AMeshThatLeavesTheRootIsRefused) {
    const auto box = boxMesh({-1, -1, -1}, {1, 1, 2.5});
    EXPECT_THAT(errorOf(octreeOfSolid(*box, kGrid, VoxelRule::centre)),
                HasSubstr("out of the octree's root"));
    EXPECT_THAT(errorOf(octreeOfFaces(*box, kGrid)), HasSubstr("out of the octree's root"));
    EXPECT_THAT(errorOf(voxelsOfFaces(*box, kGrid)), HasSubstr("out of the octree's root"));
    EXPECT_EQ(errorOf(octreeOfSolid(*box, gridAround(box->box(), 3), VoxelRule::centre)), "");  // it grows
}

TEST(OctreeBadInput, AnOpenMeshBoundsNoSolid) {
    const auto open = withoutFace(*boxMesh({-1, -1, -1}, {1, 1, 1}), 3);
    EXPECT_THAT(errorOf(octreeOfSolid(*open, kGrid, VoxelRule::centre)), HasSubstr("not closed"));
    EXPECT_EQ(errorOf(octreeOfFaces(*open, kGrid)), "");
}

TEST(OctreeBadInput, MotionsOutOfTheWorldAreRefused) {
    EXPECT_EQ(motionError(kCube, {Matrix3::Identity(), {2, 0, 0}}, kGrid),
              "the moved octree extends 0.500000 m out of the target's root cube of edge 4.000000 m");
    EXPECT_EQ(motionError(kCube, {Matrix3::Identity(), {1.5, -1.5, 0}}, kGrid), "");
}

TEST(OctreeBadInput, AMotionThatIsNotRigidIsRefused) {
    Matrix3 mirror = Matrix3::Identity(), wide = Matrix3::Identity(), sheared = Matrix3::Identity();
    mirror(0, 0) = -1;
    wide(1, 1) = 1.1;
    sheared(0, 1) = 1e-3;
    EXPECT_EQ(motionError(kCube, {mirror, Vec3::Zero()}, kGrid),
              "the motion of an octree is not rigid: its matrix mirrors");
    for (const Matrix3& matrix : {wide, sheared, Matrix3(Matrix3::Zero())}) {
        EXPECT_THAT(motionError(kCube, {matrix, Vec3::Zero()}, kGrid), HasSubstr("off from a rotation by"));
    }
    Matrix3 undefined = Matrix3::Identity();
    undefined(2, 1) = kNaN;
    EXPECT_THAT(motionError(kCube, {undefined, Vec3::Zero()}, kGrid), HasSubstr("not finite"));
    EXPECT_THAT(motionError(kCube, {Matrix3::Identity(), {0, kInfinity, 0}}, kGrid), HasSubstr("not finite"));
}

TEST(OctreeBadInput, BulletsRotationsAreRigid) {
    Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Matrix3 rounded = randomRotation(random).cast<float>().cast<Real>();
        EXPECT_EQ(motionError(kCube, {rounded, Vec3::Zero()}, kGrid), "");
    }
}

TEST(OctreeBadInput, FacePlanesAreForTranslationsOnly) {
    WengAhujaMemory memory(NodeMemory::pool);
    const Pose turned = {Eigen::AngleAxis<Real>(0.1, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()};
    EXPECT_THAT(errorOf(moveByWengAhuja(kCube, turned, kGrid, {.test = NodeTest::facePlanes}, memory)),
                HasSubstr("rotation"));
}

}  // namespace
}  // namespace ricochet::octree_motion
