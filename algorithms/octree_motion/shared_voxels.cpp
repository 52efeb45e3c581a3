#include "algorithms/octree_motion/shared_voxels.h"

#include "algorithms/octree_motion/cube_by_cube.h"
#include "algorithms/octree_motion/six_steps.h"

#include <algorithm>
#include <numeric>

namespace ricochet::octree_motion {
namespace {

/// Descends the target octree from its root, with a list of cubes for each body that meets a node.
template <class Tests>
class SharedDescent {
public:
    /// `tests`: one of each body.
    SharedDescent(std::span<const Tests> tests, const Grid& target, const SharedSettings& settings,
                  SharedMemory& memory, const VisitShared& visit)
        : tests_(tests), target_(target), settings_(settings), memory_(memory), visit_(visit) {}

    void run() {
        memory_.lists.clear();
        memory_.octants.clear();
        memory_.segments.clear();
        for (std::size_t body = 0; body < memory_.placed.size(); ++body) {
            const std::size_t begin = memory_.lists.size(), count = memory_.placed[body].count();
            memory_.lists.resize(begin + count);
            std::iota(memory_.lists.begin() + static_cast<std::ptrdiff_t>(begin), memory_.lists.end(),
                      Index{0});
            if (count > 0) memory_.segments.push_back({body, begin, count});
        }
        if (isWorthwhile(memory_.segments.size())) node(0, rootCell(target_), 0);
    }

private:
    bool isWorthwhile(std::size_t bodies) const { return bodies >= (settings_.stopsEarly ? 2u : 1u); }

    bool isInRegions(const Cell& cell) const {
        if (settings_.regions.empty()) return true;
        const Aabb box = boxOf(target_, cell);
        return std::ranges::any_of(settings_.regions,
                                   [&](const Aabb& region) { return overlaps(region, box); });
    }

    /// In the coordinates of placed cubes.
    Vec3 centreOfCell(const Cell& cell) const {
        const Vec3 min(cell.min[0], cell.min[1], cell.min[2]);
        return min + Vec3::Constant((cell.edge - target_.voxelsPerSide()) / Real(2));
    }

    /// The segments of the node are those from `first` to the top of the stack. False: the visits ended.
    bool node(int level, const Cell& cell, std::size_t first) {
        const std::size_t last = memory_.segments.size(), marks = memory_.octants.size();
        markOctants(level, cell, first, last);
        for (int k = 0; k < 8; ++k) {
            const Cell child = cell.octant(k);
            if (!isInRegions(child)) continue;
            const std::size_t lists = memory_.lists.size();
            handDown(k, first, last, marks);
            const std::size_t bodies = memory_.segments.size() - last;
            if (child.edge == 1) {
                if (bodies >= 2 && !visitVoxel(child, last)) return false;
            } else if (isWorthwhile(bodies)) {
                if (!node(level + 1, child, last)) return false;
            }
            memory_.segments.resize(last);
            memory_.lists.resize(lists);
        }
        memory_.octants.resize(marks);
        return true;
    }

    /// One byte per cube of each segment: the octants that it meets, or makes black if they are voxels.
    void markOctants(int level, const Cell& cell, std::size_t first, std::size_t last) {
        const Vec3 centre = centreOfCell(cell);
        for (std::size_t s = first; s < last; ++s) {
            const auto [body, begin, count] = memory_.segments[s];
            const std::span<const Index> cubes(memory_.lists.data() + begin, count);
            const std::size_t marks = memory_.octants.size();
            const Tests& tests = tests_[body];
            if (cell.edge == 2) {
                memory_.octants.resize(marks + count);
                tests.blackVoxelsOfEach(centre, cubes, memory_.octants.data() + marks);
                memory_.counters.voxelTests += 8 * count;
            } else {
                memory_.octants.resize(marks + 2 * count);
                tests.meetsOfEach(level, centre, cubes, memory_.octants.data() + marks,
                                  memory_.octants.data() + marks + count);
                memory_.octants.resize(marks + count);
                memory_.counters.cubeTests += 8 * count;
            }
        }
    }

    /// Pushes the segments of an octant.
    void handDown(int octant, std::size_t first, std::size_t last, std::size_t marks) {
        for (std::size_t s = first; s < last; ++s) {
            const auto [body, begin, count] = memory_.segments[s];
            const std::size_t newBegin = memory_.lists.size();
            for (std::size_t i = 0; i < count; ++i) {
                const bool isMet = (memory_.octants[marks + i] >> octant & 1) != 0;
                if (isMet) memory_.lists.push_back(memory_.lists[begin + i]);
            }
            marks += count;
            const std::size_t newCount = memory_.lists.size() - newBegin;
            if (newCount > 0) memory_.segments.push_back({body, newBegin, newCount});
        }
    }

    bool visitVoxel(const Cell& voxel, std::size_t first) {
        shared_.clear();
        for (std::size_t s = first; s < memory_.segments.size(); ++s) {
            const auto [body, begin, count] = memory_.segments[s];
            shared_.push_back({static_cast<Index>(body), {memory_.lists.data() + begin, count}});
        }
        return visit_(voxel, shared_);
    }

    std::span<const Tests> tests_;
    const Grid& target_;
    const SharedSettings& settings_;
    SharedMemory& memory_;
    const VisitShared& visit_;
    std::vector<BodyCubes> shared_;
};

template <class Tests>
void descend(std::vector<Tests>& tests, const Grid& target, const SharedSettings& settings,
             SharedMemory& memory, const VisitShared& visit) {
    tests.resize(memory.placed.size());
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i].prepare(memory.placed[i]);
    SharedDescent<Tests>(tests, target, settings, memory, visit).run();
}

template <class Relation>
void descendCubeByCube(const Grid& target, const SharedSettings& settings, SharedMemory& memory,
                       const VisitShared& visit) {
    std::vector<CubeByCube<Relation>> tests;
    descend(tests, target, settings, memory, visit);
}

}  // namespace

Result<void> forEachSharedVoxel(std::span<const MovingCubes> bodies, const Grid& target,
                                const SharedSettings& settings, SharedMemory& memory,
                                const VisitShared& visit) {
    if (auto checked = check(target); !checked) return checked;
    memory.placed.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        auto placed = placeCubes(*bodies[i].cubes, bodies[i].pose, target, settings.rule, settings.outside,
                                 memory.placed[i], settings.growth);
        if (!placed) return placed;
    }
    switch (settings.test) {
        case CubeTest::axesOfOctants:
            descend(memory.tests, target, settings, memory, visit);
            break;
        case CubeTest::axes:
            descendCubeByCube<AxisRelation>(target, settings, memory, visit);
            break;
        case CubeTest::sixSteps:
            descendCubeByCube<SixSteps>(target, settings, memory, visit);
            break;
    }
    return {};
}

}  // namespace ricochet::octree_motion
