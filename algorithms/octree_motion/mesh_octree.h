#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/octree_motion/linear_octree.h"

#include <span>

namespace ricochet::octree_motion {

// Octrees of meshes, in the mesh's own frame. All fail with an error message if `check(grid)` does, or if the
// mesh extends out of the root cube.

/// The volumetric octree of the solid that a closed mesh bounds. Also fails if the mesh is not closed.
Result<LinearOctree> octreeOfSolid(const Mesh& mesh, const Grid& grid, VoxelRule rule);

/// The face octree: voxels that a face touches are black (section 1.3.1). The mesh may be open.
Result<LinearOctree> octreeOfFaces(const Mesh& mesh, const Grid& grid);

/// The voxels that faces touch, in preorder, with these faces (section 1.3.4).
struct FaceVoxels {
    std::vector<Cell> voxels;
    std::vector<Index> first;  ///< per voxel and one more: where its faces begin in `faces`
    std::vector<Index> faces;  ///< ascending for each voxel

    std::span<const Index> facesOf(std::size_t voxel) const {
        return {faces.data() + first[voxel], faces.data() + first[voxel + 1]};
    }
};
Result<FaceVoxels> voxelsOfFaces(const Mesh& mesh, const Grid& grid);

}  // namespace ricochet::octree_motion
