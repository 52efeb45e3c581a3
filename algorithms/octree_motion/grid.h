#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet::octree_motion {

/// Voxels of the finest possible octree: 2^10 per side.
inline constexpr int kMostLevels = 10;

/// The most nodes that an octree of `level` levels below its root may have: 8^0 + ... + 8^level.
constexpr std::uint64_t mostNodes(int level) { return ((std::uint64_t{1} << (3 * (level + 1))) - 1) / 7; }

/// The root cube of an octree and the number of halvings of its edge: these define the cubes of its nodes.
struct Grid {
    Vec3 min = Vec3::Zero();  ///< metres: the root cube's lowest corner
    Real edge = 1;            ///< metres, of the root cube
    int level = 1;            ///< halvings from the root to a voxel: 1 to kMostLevels

    int voxelsPerSide() const { return 1 << level; }
    Real voxel() const { return edge / voxelsPerSide(); }  ///< metres: edge of a voxel
    Aabb box() const { return {min, min + Vec3::Constant(edge)}; }
};

/// An error message if the level is not between 1 and kMostLevels (with the memory that would be needed), or
/// the root is not a cube of finite size.
Result<void> check(const Grid& grid);

/// The smallest cube around the box with the same centre, longer by `margin` (a fraction of the edge) on each
/// side; with a margin also at least by what rounding takes far from the origin.
Grid gridAround(const Aabb& box, int level, Real margin = 0);

/// A node's cube: `edge` voxels long, from voxel `min`.
struct Cell {
    std::array<int, 3> min{};
    int edge = 1;

    bool operator==(const Cell&) const = default;
    /// Octant 0 to 7: bit 0 is the upper half along x, bit 1 along y, bit 2 along z.
    Cell octant(int child) const {
        const int half = edge / 2;
        return {{min[0] + (child & 1 ? half : 0), min[1] + (child & 2 ? half : 0),
                 min[2] + (child & 4 ? half : 0)},
                half};
    }
};

/// From a cube's centre to that of an octant, or to a corner, `distance` away along each axis.
inline Vec3 octantOffset(int octant, Real distance) {
    return {octant & 1 ? distance : -distance, octant & 2 ? distance : -distance,
            octant & 4 ? distance : -distance};
}

/// The root's cell.
inline Cell rootCell(const Grid& grid) { return {{0, 0, 0}, grid.voxelsPerSide()}; }

/// Metres.
Aabb boxOf(const Grid& grid, const Cell& cell);
Vec3 centreOf(const Grid& grid, const Cell& cell);

/// When a voxel is black.
enum class VoxelRule {
    centre,  ///< its centre point is in the solid
    touch    ///< any part of it, including its surface, touches the solid: nothing of the solid is outside
};

}  // namespace ricochet::octree_motion
