#include "tests/octree_motion/voxel_bits.h"

namespace ricochet::octree_motion {
namespace {

void write(const VoxelBits& voxels, const Cell& cell, PreorderWriter& writer) {
    if (cell.edge == 1) return writer.leaf(voxels(cell.min[0], cell.min[1], cell.min[2]));
    const std::size_t opened = writer.open();
    for (int child = 0; child < 8; ++child) write(voxels, cell.octant(child), writer);
    writer.close(opened);
}

}  // namespace

VoxelBits voxelsOf(const LinearOctree& octree, int level) {
    VoxelBits voxels(level);
    for (const Cell& cell : blackCells(octree, level)) {
        for (int z = 0; z < cell.edge; ++z) {
            for (int y = 0; y < cell.edge; ++y) {
                for (int x = 0; x < cell.edge; ++x) {
                    voxels.set(cell.min[0] + x, cell.min[1] + y, cell.min[2] + z);
                }
            }
        }
    }
    return voxels;
}

LinearOctree octreeOf(const VoxelBits& voxels) {
    LinearOctree octree;
    PreorderWriter writer(octree);
    write(voxels, {{0, 0, 0}, voxels.voxelsPerSide()}, writer);
    return octree;
}

}  // namespace ricochet::octree_motion
