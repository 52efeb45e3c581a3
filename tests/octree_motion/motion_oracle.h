#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/octree_motion/octree_motion.h"
#include "tests/octree_motion/voxel_bits.h"

namespace ricochet::octree_motion {

/// The voxels of a closed mesh, by testing each voxel: is its centre inside (exact winding), and with rule
/// `touch`, does a triangle touch its box (exact). No octree, no cubes.
VoxelBits voxelsByBruteForce(const Mesh& mesh, const Grid& grid, VoxelRule rule);

/// The surface of the black voxels: two triangles for each square between black and white.
std::shared_ptr<Mesh> surfaceOf(const VoxelBits& voxels, const Grid& grid);

/// What a moved octree must be: its black voxels as a mesh, the mesh moved, each voxel tested.
LinearOctree movedByBruteForce(const LinearOctree& octree, const Grid& source, const Pose& pose,
                               const Grid& target, VoxelRule rule);

}  // namespace ricochet::octree_motion
