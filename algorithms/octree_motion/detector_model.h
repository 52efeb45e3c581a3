#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/octree_motion/mesh_octree.h"

#include <span>
#include <vector>

namespace ricochet::octree_motion {

/// The kind of octree of a body.
enum class SourceOctree {
    solid,  ///< volumetric: the inside of the body is also black
    faces   ///< only voxels that a face touches are black (1.3.1)
};

/// A mesh with the black nodes of its octree, and the faces that touch each of these (1.3.4).
class DetectorModel final : public CollisionModel {
public:
    DetectorModel(std::shared_ptr<const Mesh> mesh, const Grid& gridOfMesh)
        : CollisionModel(std::move(mesh)), grid(gridOfMesh) {}
    std::size_t bytes() const override;
    std::vector<Obb> boxesAt(int depth) const override;

    Index nodeCount() const { return static_cast<Index>(nodes.size()); }
    std::span<const Index> facesOf(Index node) const {
        return {faces.data() + first[node], faces.data() + first[node + 1]};
    }

    Grid grid;                 ///< in the mesh's frame
    std::vector<Cell> nodes;   ///< black; or the cubes of a compaction
    std::vector<Index> first;  ///< per node and one more: where its faces begin in `faces`
    std::vector<Index> faces;  ///< those of one node ascending; none of a node that no face touches
};

/// Which cubes of an octree are moved.
enum class SourceCubes {
    nodes,     ///< its black nodes
    compacted  ///< the fewer ones of `compacted` (2.3)
};

/// `voxel` in metres; voxels are larger if the octree would have more than kMostLevels levels. Fails with an
/// error message if a volumetric octree is requested and the mesh is not closed.
Result<std::shared_ptr<const DetectorModel>> buildDetectorModel(std::shared_ptr<const Mesh> mesh, Real voxel,
                                                                SourceOctree octree,
                                                                SourceCubes cubes = SourceCubes::nodes);

}  // namespace ricochet::octree_motion
