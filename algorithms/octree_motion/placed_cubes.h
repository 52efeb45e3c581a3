#pragma once

#include "algorithms/octree_motion/compaction.h"

namespace ricochet::octree_motion {

/// What happens to a moved cube that extends out of the target's root.
enum class Outside {
    isAnError,  ///< the error message states by how much
    isCutOff    ///< only what is inside the root counts
};

/// Moved cubes in the frame of the target octree: lengths in target voxels, the origin at the centre of the
/// target's root.
struct PlacedCubes {
    int level = 0;  ///< of the target
    VoxelRule rule = VoxelRule::centre;
    Matrix3 rotation;  ///< orthonormal; its columns are the axes of all cubes
    Matrix3 inverse;
    std::vector<Vec3> centres;
    std::vector<Real> halves;  ///< half edges

    Index count() const { return static_cast<Index>(centres.size()); }
    Real rootHalf() const { return Real(1 << level) / 2; }
    /// What of a target node of this half edge is compared with cubes: with rule `centre` the cube of its
    /// voxels' centres, which is one voxel smaller (footnote 2 of the paper).
    Real comparedHalf(Real half) const { return rule == VoxelRule::centre ? half - Real(0.5) : half; }
};

/// Source cubes grow by this fraction of the target's root, so that rounding opens no gap between two of them
/// and no touching cube is lost.
inline constexpr Real kCubeGrowth = 1e-12;

/// A matrix whose columns deviate more than this from orthonormal is not a rotation. Bullet's deviate by
/// 1e-7.
inline constexpr Real kRigidTolerance = 1e-5;

/// Writes to `placed`, whose memory is reused. If the matrix deviates from a rotation, the nearest rotation
/// is used, and with rule `touch` the cubes grow by the difference. An error message if a grid is invalid,
/// the motion is not rigid, or a cube is outside. `growBy` metres: the cubes are grown on all sides.
Result<void> placeCubes(const CubeSet& source, const Pose& pose, const Grid& target, VoxelRule rule,
                        Outside outside, PlacedCubes& placed, Real growBy = 0);

}  // namespace ricochet::octree_motion
