#pragma once

#include "algorithms/octree_motion/linear_octree.h"

namespace ricochet::octree_motion {

/// One bit per voxel.
class VoxelBits {
public:
    /// Voxels per side: a power of two of at least 4, or 2.
    explicit VoxelBits(int level) : level_(level), bits_(((std::size_t{1} << 3 * level) + 63) / 64) {}
    bool operator()(int x, int y, int z) const {
        const std::size_t i = index(x, y, z);
        return (bits_[i / 64] >> i % 64 & 1) != 0;
    }
    void set(int x, int y, int z) {
        const std::size_t i = index(x, y, z);
        bits_[i / 64] |= std::uint64_t{1} << i % 64;
    }
    int level() const { return level_; }
    int voxelsPerSide() const { return 1 << level_; }

private:
    std::size_t index(int x, int y, int z) const {
        return ((std::size_t(z) << level_ | std::size_t(y)) << level_) | std::size_t(x);
    }
    int level_;
    std::vector<std::uint64_t> bits_;
};

VoxelBits voxelsOf(const LinearOctree& octree, int level);
LinearOctree octreeOf(const VoxelBits& voxels);

}  // namespace ricochet::octree_motion
