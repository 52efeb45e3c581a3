#include "algorithms/octree_motion/octree_motion.h"

#include "algorithms/octree_motion/preorder_motion.h"
#include "algorithms/octree_motion/six_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet::octree_motion {
namespace {

/// Tests of eight octants, one cube after another. `meet`: CubeRelation of (cube, target cube).
template <class Target, class MakeTarget, class Meet>
class CubeByCube {
public:
    CubeByCube(const PlacedCubes& placed, const MakeTarget& makeTarget, const Meet& meet)
        : placed_(placed), makeTarget_(makeTarget), meet_(meet) {}

    void classify(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                  std::uint8_t* covered) const {
        const Real half = std::ldexp(placed_.rootHalf(), -nodeLevel - 1);
        std::fill_n(met, cubes.size(), std::uint8_t{0});
        std::fill_n(covered, cubes.size(), std::uint8_t{0});
        for (int k = 0; k < 8; ++k) {
            Target target = makeTarget_(centre + octantOffset(k, half), placed_.comparedHalf(half));
            const auto octant = static_cast<std::uint8_t>(1 << k);
            for (std::size_t i = 0; i < cubes.size(); ++i) {
                const CubeRelation relation = meet_(cubes[i], target);
                if (relation != CubeRelation::apart) met[i] |= octant;
                if (relation != CubeRelation::covered) continue;
                covered[i] |= octant;
                break;
            }
        }
    }

    std::uint32_t blackVoxels(const Vec3& centre, std::span<const Index> cubes, std::uint8_t*) const {
        std::uint32_t black = 0;
        for (int k = 0; k < 8; ++k) {
            const Vec3 voxel = centre + octantOffset(k, 0.5);
            Target target = makeTarget_(voxel, 0.5);
            const bool isBlack = std::ranges::any_of(cubes, [&](Index cube) {
                return placed_.rule == VoxelRule::centre ? contains(placed_, cube, voxel)
                                                         : meet_(cube, target) != CubeRelation::apart;
            });
            black |= std::uint32_t{isBlack} << k;
        }
        return black;
    }

private:
    const PlacedCubes& placed_;
    const MakeTarget& makeTarget_;
    const Meet& meet_;
};

template <class Tests>
void run(const Tests& tests, MotionMemory& memory, LinearOctree& moved) {
    PreorderMotion<Tests>(tests, memory, moved).run();
}

template <class Target, class MakeTarget, class Meet>
void runCubeByCube(MotionMemory& memory, const MakeTarget& makeTarget, const Meet& meet,
                   LinearOctree& moved) {
    run(CubeByCube<Target, MakeTarget, Meet>(memory.placed, makeTarget, meet), memory, moved);
}

void runSixSteps(MotionMemory& memory, LinearOctree& moved) {
    SixSteps steps;
    steps.prepare(memory.placed);
    runCubeByCube<TargetCube>(
        memory, [&](const Vec3& centre, Real half) { return steps.target(centre, half); }, steps, moved);
}

void runAxes(MotionMemory& memory, LinearOctree& moved) {
    struct Target {
        Vec3 centre;
        Real half;
    };
    const Axes axes = axesOf(memory.placed.rotation);
    runCubeByCube<Target>(
        memory,
        [](const Vec3& centre, Real half) {
            return Target{centre, half};
        },
        [&](Index cube, const Target& target) {
            return relationByAxes(memory.placed, axes, cube, target.centre, target.half);
        },
        moved);
}

void movePlaced(const MotionSettings& settings, MotionMemory& memory, LinearOctree& moved) {
    memory.listAll();
    switch (settings.test) {
        case CubeTest::axesOfOctants:
            memory.tests.prepare(memory.placed);
            return run(memory.tests, memory, moved);
        case CubeTest::axes:
            return runAxes(memory, moved);
        case CubeTest::sixSteps:
            return runSixSteps(memory, moved);
    }
}

}  // namespace

void MotionMemory::listAll() {
    lists.resize(placed.count());
    std::iota(lists.begin(), lists.end(), Index{0});
}

Result<void> moveOctree(const CubeSet& source, const Pose& pose, const Grid& target,
                        const MotionSettings& settings, MotionMemory& memory, LinearOctree& moved) {
    const auto placed = placeCubes(source, pose, target, settings.rule, settings.outside, memory.placed);
    if (placed) movePlaced(settings, memory, moved);
    return placed;
}

std::vector<CubeSet> dealt(const CubeSet& source, Index shares) {
    std::vector<CubeSet> sets(shares, CubeSet{source.grid, {}});
    for (std::size_t i = 0; i < source.cubes.size(); ++i) sets[i % shares].cubes.push_back(source.cubes[i]);
    return sets;
}

Result<void> moveShares(std::span<const CubeSet> shares, const Pose& pose, const Grid& target,
                        const MotionSettings& settings, const Executor& executor,
                        std::span<MotionMemory> memories, LinearOctree& moved) {
    std::vector<LinearOctree> parts(shares.size());
    std::vector<Result<void>> done(shares.size());
    executor.run(static_cast<Index>(shares.size()), [&](Index i) {
        done[i] = moveOctree(shares[i], pose, target, settings, memories[i], parts[i]);
    });
    for (Result<void>& result : done) {
        if (!result) return std::move(result);
    }
    moved = unionOf(std::move(parts));
    return {};
}

}  // namespace ricochet::octree_motion
