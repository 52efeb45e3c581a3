#include "algorithms/octree_motion/cube_exchange.h"

#include <algorithm>
#include <random>

namespace ricochet::octree_motion {
namespace {

using Place = std::array<int, 3>;

/// A box of voxels with a value each.
template <class Value>
class Voxels {
public:
    Voxels() = default;
    Voxels(const Place& min, const Place& max, Value value) : min_(min) {
        for (std::size_t axis = 0; axis < 3; ++axis) size_[axis] = max[axis] - min[axis];
        values_.assign(static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) *
                           static_cast<std::size_t>(size_[2]),
                       value);
    }
    const Place& min() const { return min_; }
    Place max() const { return {min_[0] + size_[0], min_[1] + size_[1], min_[2] + size_[2]}; }
    Value& operator[](const Place& at) { return values_[index(at)]; }
    const Value& operator[](const Place& at) const { return values_[index(at)]; }

private:
    std::size_t index(const Place& at) const {
        const auto along = [&](std::size_t axis) { return static_cast<std::size_t>(at[axis] - min_[axis]); };
        return (along(2) * static_cast<std::size_t>(size_[1]) + along(1)) *
                   static_cast<std::size_t>(size_[0]) +
               along(0);
    }
    Place min_{}, size_{};
    std::vector<Value> values_;
};

template <class Visit>
void forEachPlace(const Place& min, const Place& max, Visit&& visit) {
    for (int z = min[2]; z < max[2]; ++z) {
        for (int y = min[1]; y < max[1]; ++y) {
            for (int x = min[0]; x < max[0]; ++x) visit(Place{x, y, z});
        }
    }
}

Place endOf(const Cell& cube) {
    return {cube.min[0] + cube.edge, cube.min[1] + cube.edge, cube.min[2] + cube.edge};
}

/// The bounding box of cubes.
struct Bounds {
    Place min{}, max{};

    explicit Bounds(const std::vector<Cell>& cubes) : min(cubes.front().min), max(endOf(cubes.front())) {
        for (const Cell& cube : cubes) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                min[axis] = std::min(min[axis], cube.min[axis]);
                max[axis] = std::max(max[axis], cube.min[axis] + cube.edge);
            }
        }
    }
};

/// Fills a gap with cubes: the largest that fit or, at random, the next smaller ones.
class Filling {
public:
    /// `gap`: cubes that cover it.
    Filling(const std::vector<Cell>& gap, std::mt19937& random)
        : bounds_(gap), free_(bounds_.min, bounds_.max, 0), random_(random) {
        for (const Cell& cube : gap) set(cube, 1);
    }

    std::vector<Cell> cubes() {
        for (int largest = findLargest(); largest > 0; largest = findLargest()) {
            fill(std::max(std::min(largest, 2), largest - static_cast<int>(random_() % 2)));
        }
        return std::move(chosen_);
    }

private:
    void set(const Cell& cube, int value) {
        forEachPlace(cube.min, endOf(cube), [&](const Place& at) { free_[at] = value; });
    }
    bool isFree(const Cell& cube) const {
        bool free = true;
        forEachPlace(cube.min, endOf(cube), [&](const Place& at) { free = free && free_[at] != 0; });
        return free;
    }

    /// For each free voxel the edge of the largest free cube with its lowest corner there. Returns the
    /// largest.
    int findLargest() {
        int largest = 0;
        for (int z = bounds_.max[2] - 1; z >= bounds_.min[2]; --z) {
            for (int y = bounds_.max[1] - 1; y >= bounds_.min[1]; --y) {
                for (int x = bounds_.max[0] - 1; x >= bounds_.min[0]; --x) {
                    int& here = free_[{x, y, z}];
                    if (here != 0) here = 1 + leastBeyond({x, y, z});
                    largest = std::max(largest, here);
                }
            }
        }
        return largest;
    }
    int leastBeyond(const Place& at) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (at[axis] + 1 == bounds_.max[axis]) return 0;
        }
        int minimum = free_[{at[0] + 1, at[1], at[2]}];
        for (int k = 2; k < 8; ++k) {
            minimum = std::min(minimum, free_[{at[0] + (k & 1), at[1] + (k >> 1 & 1), at[2] + (k >> 2)}]);
        }
        return minimum;
    }

    /// Places cubes of at least this edge; tries corner voxels in random order.
    void fill(int minimum) {
        std::vector<Cell> candidates;
        forEachPlace(bounds_.min, bounds_.max, [&](const Place& at) {
            if (free_[at] >= minimum) candidates.push_back({at, free_[at]});
        });
        for (std::size_t i = candidates.size(); i > 1; --i) {
            std::swap(candidates[i - 1], candidates[random_() % i]);
        }
        for (const Cell& cube : candidates) {
            if (!isFree(cube)) continue;
            set(cube, 0);
            chosen_.push_back(cube);
        }
    }

    const Bounds bounds_;
    Voxels<int> free_;
    std::mt19937& random_;
    std::vector<Cell> chosen_;
};

class Exchange {
public:
    Exchange(std::vector<Cell> cubes, unsigned seed)
        : cubes_(std::move(cubes)), bounds_(cubes_), cubeOf_(bounds_.min, bounds_.max, kNone), random_(seed) {
        for (Index i = 0; i < cubes_.size(); ++i) own(i);
    }

    void once() {
        const std::vector<Index> old = cubesNear(cubes_[random_() % cubes_.size()]);
        std::vector<Cell> gap;
        for (const Index cube : old) gap.push_back(cubes_[cube]);
        const std::vector<Cell> filling = Filling(gap, random_).cubes();
        if (filling.size() <= gap.size()) replace(old, filling);
    }
    std::vector<Cell> cubes() { return std::move(cubes_); }

private:
    void own(Index cube) {
        forEachPlace(cubes_[cube].min, endOf(cubes_[cube]), [&](const Place& at) { cubeOf_[at] = cube; });
    }

    /// The cubes in the cube's box grown by a few voxels; ascending.
    std::vector<Index> cubesNear(const Cell& cube) {
        const int extent = 1 + static_cast<int>(random_() % 3);
        Place min = cube.min, max = endOf(cube);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            min[axis] = std::max(min[axis] - extent, bounds_.min[axis]);
            max[axis] = std::min(max[axis] + extent, bounds_.max[axis]);
        }
        std::vector<Index> near;
        forEachPlace(min, max, [&](const Place& at) {
            if (cubeOf_[at] != kNone) near.push_back(cubeOf_[at]);
        });
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        return near;
    }

    /// The last cubes move to the unused indices.
    void replace(const std::vector<Index>& old, const std::vector<Cell>& filling) {
        for (std::size_t i = 0; i < filling.size(); ++i) {
            cubes_[old[i]] = filling[i];
            own(old[i]);
        }
        for (std::size_t i = old.size(); i > filling.size(); --i) {
            const Index gone = old[i - 1];
            cubes_[gone] = cubes_.back();
            cubes_.pop_back();
            if (gone < cubes_.size()) own(gone);
        }
    }

    std::vector<Cell> cubes_;
    const Bounds bounds_;
    Voxels<Index> cubeOf_;
    std::mt19937 random_;
};

}  // namespace

std::vector<Cell> withExchanges(std::vector<Cell> cubes, Index exchanges, unsigned seed) {
    if (cubes.size() < 2) return cubes;
    Exchange exchange(std::move(cubes), seed);
    for (Index i = 0; i < exchanges; ++i) exchange.once();
    return exchange.cubes();
}

}  // namespace ricochet::octree_motion
