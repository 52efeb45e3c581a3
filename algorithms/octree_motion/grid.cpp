#include "algorithms/octree_motion/grid.h"

#include <algorithm>
#include <cmath>

namespace ricochet::octree_motion {
namespace {

constexpr Real kRounding = 0x1p-50;  // of a coordinate: eight units in the last place of a double

/// Memory of a linear octree with the greatest possible number of nodes.
std::string mebibytes(int level) {
    constexpr int kMostShown = 20;  // for more levels the number would overflow
    return std::to_string(mostNodes(std::min(level, kMostShown)) / 4 >> 20) + " MiB" +
           (level > kMostShown ? " and more" : "");
}

}  // namespace

Result<void> check(const Grid& grid) {
    if (grid.level < 1) {
        return tl::unexpected("an octree has at least 1 level below its root, not " +
                              std::to_string(grid.level));
    }
    if (grid.level > kMostLevels) {
        return tl::unexpected("an octree has at most " + std::to_string(kMostLevels) + " levels (" +
                              mebibytes(kMostLevels) + "); " + std::to_string(grid.level) +
                              " levels could take " + mebibytes(grid.level));
    }
    const bool isCube = grid.edge > 0 && std::isfinite(grid.edge) && grid.min.allFinite() &&
                        (grid.min + Vec3::Constant(grid.edge)).allFinite();
    if (!isCube)
        return tl::unexpected("the root of an octree is a cube of finite size, not of edge " +
                              std::to_string(grid.edge));
    return {};
}

Grid gridAround(const Aabb& box, int level, Real margin) {
    const Real size = box.size().maxCoeff();
    // The margin of a small box far from the origin may be less than rounding.
    const Real rounding = margin > 0 ? kRounding * box.centre().cwiseAbs().maxCoeff() : 0;
    Real edge = size + 2 * std::max(margin * size, rounding);
    if (edge == 0 && margin > 0) edge = 1;  // a point at the origin: any cube contains it
    return {box.centre() - Vec3::Constant(edge / 2), edge, level};
}

Aabb boxOf(const Grid& grid, const Cell& cell) {
    const auto at = [&](Index axis, int voxels) { return grid.min[axis] + voxels * grid.voxel(); };
    Aabb box;
    for (Index axis = 0; axis < 3; ++axis) {
        box.min[axis] = at(axis, cell.min[axis]);
        box.max[axis] = at(axis, cell.min[axis] + cell.edge);
    }
    return box;
}

Vec3 centreOf(const Grid& grid, const Cell& cell) {
    const Vec3 twice(2 * cell.min[0] + cell.edge, 2 * cell.min[1] + cell.edge, 2 * cell.min[2] + cell.edge);
    return grid.min + grid.voxel() / 2 * twice;
}

}  // namespace ricochet::octree_motion
