#include "algorithms/octree_motion/compaction.h"

#include "algorithms/octree_motion/cube_exchange.h"

#include <algorithm>

namespace ricochet::octree_motion {
namespace {

/// The bounding box of the black voxels.
class Block {
public:
    explicit Block(const std::vector<Cell>& black) {
        std::array<int, 3> max{};
        min_ = black.front().min;
        for (const Cell& cell : black) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                min_[axis] = std::min(min_[axis], cell.min[axis]);
                max[axis] = std::max(max[axis], cell.min[axis] + cell.edge);
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) size_[axis] = max[axis] - min_[axis];
    }
    const std::array<int, 3>& min() const { return min_; }
    const std::array<int, 3>& size() const { return size_; }
    std::size_t voxels() const {
        return static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) *
               static_cast<std::size_t>(size_[2]);
    }

    /// Index of the corner voxel of a cell, with corners numbered as octants. The cell is relative to the
    /// block's corner.
    std::size_t index(const Cell& cell, int corner) const {
        const int far = cell.edge - 1;
        const auto at = [&](std::size_t axis) {
            return static_cast<std::size_t>(cell.min[axis] + (corner >> axis & 1 ? far : 0));
        };
        return (at(2) * static_cast<std::size_t>(size_[1]) + at(1)) * static_cast<std::size_t>(size_[0]) +
               at(0);
    }
    template <class Visit>
    void forEachVoxel(const Cell& cell, Visit&& visit) const {
        for (int z = 0; z < cell.edge; ++z) {
            for (int y = 0; y < cell.edge; ++y) {
                const std::size_t row = index({{cell.min[0], cell.min[1] + y, cell.min[2] + z}, 1}, 0);
                for (int x = 0; x < cell.edge; ++x) visit(row + static_cast<std::size_t>(x));
            }
        }
    }

private:
    std::array<int, 3> min_, size_;
};

std::vector<Cell> moved(std::vector<Cell> cells, const std::array<int, 3>& by, int sign) {
    for (Cell& cell : cells) {
        for (std::size_t axis = 0; axis < 3; ++axis) cell.min[axis] += sign * by[axis];
    }
    return cells;
}

/// The voxels that are taken. Cubes are added from large to small, so a cube overlaps earlier ones if and
/// only if one of its corners does.
class Taken {
public:
    explicit Taken(const Block& block) : block_(block), isTaken_(block.voxels(), 0) {}

    bool isFree(const Cell& cube) const {
        for (int corner = 0; corner < 8; ++corner) {
            if (isTaken_[block_.index(cube, corner)]) return false;
        }
        return true;
    }
    void add(const Cell& cube) {
        block_.forEachVoxel(cube, [&](std::size_t voxel) { isTaken_[voxel] = 1; });
    }
    void clear() { std::fill(isTaken_.begin(), isTaken_.end(), std::uint8_t{0}); }

private:
    const Block& block_;
    std::vector<std::uint8_t> isTaken_;
};

class Compaction {
public:
    explicit Compaction(const std::vector<Cell>& black)
        : block_(black), largest_(block_.voxels(), 0), taken_(block_) {
        for (const Cell& cell : moved(black, block_.min(), -1)) {
            const auto edge = static_cast<std::size_t>(cell.edge);
            blackVoxels_ += edge * edge * edge;
            block_.forEachVoxel(cell, [&](std::size_t voxel) { largest_[voxel] = 1; });
        }
        findLargest();
        listCubes();
    }

    /// The paper's scan from large to small cubes, without the first `skipped`; empty if the result would not
    /// be smaller than `best`.
    std::vector<Cell> scan(std::size_t skipped, std::size_t best) {
        std::vector<Cell> chosen;
        std::size_t left = blackVoxels_;
        taken_.clear();
        for (std::size_t i = skipped; i < cubes_.size() && left > 0; ++i) {
            const Cell& cube = cubes_[i];
            if (!taken_.isFree(cube)) continue;
            if (chosen.size() + 1 >= best) return {};
            taken_.add(cube);
            chosen.push_back(cube);
            const auto edge = static_cast<std::size_t>(cube.edge);
            left -= edge * edge * edge;
        }
        return chosen;
    }

    /// The smallest set among some scans and `best`, relative to the grid's corner.
    std::vector<Cell> scanned(std::vector<Cell> best, Index restarts) {
        const std::size_t step = std::max<std::size_t>(1, largerThanVoxel_ / (std::size_t{restarts} + 1));
        std::size_t skipped = 0;
        for (Index scans = 0; scans <= restarts && skipped <= largerThanVoxel_; ++scans, skipped += step) {
            std::vector<Cell> chosen = scan(skipped, best.size());
            if (!chosen.empty()) best = moved(std::move(chosen), block_.min(), 1);
        }
        return best;
    }

private:
    /// For each voxel the edge of the largest black cube with its lowest corner there: one more than the
    /// least edge at the seven neighbours in positive directions.
    void findLargest() {
        const auto& size = block_.size();
        for (int z = size[2] - 1; z >= 0; --z) {
            for (int y = size[1] - 1; y >= 0; --y) {
                for (int x = size[0] - 1; x >= 0; --x) {
                    std::uint16_t& here = largest_[block_.index({{x, y, z}, 1}, 0)];
                    if (here == 0) continue;
                    const bool isLast = x + 1 == size[0] || y + 1 == size[1] || z + 1 == size[2];
                    std::uint16_t minimum = isLast ? std::uint16_t{0} : std::uint16_t{0xffff};
                    for (int k = 1; k < 8 && !isLast; ++k) {
                        minimum = std::min(minimum, largest_[block_.index({{x, y, z}, 2}, k)]);
                    }
                    here = static_cast<std::uint16_t>(minimum + 1);
                }
            }
        }
    }

    /// All black cubes, larger ones first.
    void listCubes() {
        const int maximum = *std::max_element(largest_.begin(), largest_.end());
        for (int edge = maximum; edge > 0; --edge) {
            if (edge == 1) largerThanVoxel_ = cubes_.size();
            forEachCorner({0, 0, 0}, block_.size(), [&](const std::array<int, 3>& at) {
                if (largest_[block_.index({at, 1}, 0)] >= edge) cubes_.push_back({at, edge});
            });
        }
    }

    template <class Visit>
    static void forEachCorner(const std::array<int, 3>& begin, const std::array<int, 3>& end, Visit&& visit) {
        for (int z = begin[2]; z < end[2]; ++z) {
            for (int y = begin[1]; y < end[1]; ++y) {
                for (int x = begin[0]; x < end[0]; ++x) visit(std::array<int, 3>{x, y, z});
            }
        }
    }

    Block block_;
    std::vector<std::uint16_t> largest_;
    Taken taken_;
    std::size_t blackVoxels_ = 0;
    std::vector<Cell> cubes_;
    std::size_t largerThanVoxel_ = 0;  ///< number of `cubes_` with an edge of more than one voxel
};

}  // namespace

CubeSet blackCubes(const LinearOctree& octree, const Grid& grid) {
    return {grid, blackCells(octree, grid.level)};
}

CubeSet compacted(const LinearOctree& octree, const Grid& grid, const CompactionSettings& settings) {
    CubeSet set = blackCubes(octree, grid);
    if (set.cubes.size() < 2 || grid.level > kMostCompactedLevels) return set;
    Compaction compaction(set.cubes);
    set.cubes = compaction.scanned(std::move(set.cubes), settings.restarts);
    set.cubes = withExchanges(std::move(set.cubes), settings.exchanges, settings.seed);
    return set;
}

}  // namespace ricochet::octree_motion
