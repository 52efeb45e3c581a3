#include "algorithms/octree_motion/octree_motion.h"

#include "algorithms/octree_motion/cube_by_cube.h"
#include "algorithms/octree_motion/preorder_motion.h"
#include "algorithms/octree_motion/six_steps.h"

#include <numeric>

namespace ricochet::octree_motion {
namespace {

template <class Tests>
void run(const Tests& tests, MotionMemory& memory, LinearOctree& moved) {
    PreorderMotion<Tests>(tests, memory, moved).run();
}

template <class Relation>
void runCubeByCube(MotionMemory& memory, LinearOctree& moved) {
    CubeByCube<Relation> tests;
    tests.prepare(memory.placed);
    run(tests, memory, moved);
}

void movePlaced(const MotionSettings& settings, MotionMemory& memory, LinearOctree& moved) {
    memory.listAll();
    switch (settings.test) {
        case CubeTest::axesOfOctants:
            memory.tests.prepare(memory.placed);
            return run(memory.tests, memory, moved);
        case CubeTest::axes:
            return runCubeByCube<AxisRelation>(memory, moved);
        case CubeTest::sixSteps:
            return runCubeByCube<SixSteps>(memory, moved);
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
    moved = merged(std::move(parts));
    return {};
}

}  // namespace ricochet::octree_motion
