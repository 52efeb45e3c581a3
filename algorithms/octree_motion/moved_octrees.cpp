#include "algorithms/octree_motion/moved_octrees.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ricochet::octree_motion {
namespace {

/// Relative to the world's coordinates: far above the rounding error of a voxel's sides.
constexpr Real kVoxelError = 1e-13;

}  // namespace

void MovedOctrees::forEachSharedVoxel(std::span<const PlacedBody> bodies, PlacedNodes& nodes, Real growth,
                                      const Grid& world, const MoverSettings& settings, const Visit& visit) {
    tests_ = 0;
    entries_.resize(nodes.count());
    std::iota(entries_.begin(), entries_.end(), Index{0});
    if (countPairs(nodes.parts(), entries_) == 0) return;
    if (settings.octrees == Octrees::moved && moveAll(bodies, nodes, growth, world, settings, visit)) return;
    rebuild(nodes, world, settings.progressive, visit);
}

void MovedOctrees::rebuild(PlacedNodes& nodes, const Grid& world, bool progressive, const Visit& visit) {
    const std::uint64_t before = nodes.tests();
    const SubdivisionRules rules = {static_cast<Index>(world.level), 0,
                                    [&](Index entry, const Aabb& cell) { return nodes.meets(entry, cell); },
                                    progressive ? SplitWhere::bodiesMeet : SplitWhere::partsAre};
    subdivision_.begin(nodes.parts(), rules);
    const Vec3 infinity = Vec3::Constant(std::numeric_limits<Real>::infinity());
    const OctreeCell root = {world.box(), {-infinity, infinity}};
    bool goesOn = true;
    subdivision_.forEachVoxel(subdivision_.push(root, entries_), kNone, [&](const OctreeCell& voxel) {
        const std::span<const Index> entries = subdivision_.entriesOf(voxel);
        if (goesOn && countPairs(nodes.parts(), entries) > 0) goesOn = visit(voxel.box, entries);
    });
    tests_ = nodes.tests() - before;
}

void MovedOctrees::takeCubes(std::span<const PlacedBody> bodies, const PlacedNodes& nodes) {
    bodies_.clear();
    for (Index body = 0; body < bodies.size(); ++body) {
        const auto [first, last] = nodes.range(body);
        if (first == last) continue;
        if (bodies_.size() == cubes_.size()) cubes_.emplace_back();
        CubeSet& set = cubes_[bodies_.size()];
        bodies_.push_back(body);
        const DetectorModel& model = modelOf(bodies[body]);
        set.grid = model.grid;
        set.cubes.clear();
        for (Index entry = first; entry < last; ++entry) set.cubes.push_back(model.nodes[nodes.node(entry)]);
    }
    moving_.clear();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        moving_.push_back({&cubes_[i], bodies[bodies_[i]].placed->pose});
    }
}

bool MovedOctrees::moveAll(std::span<const PlacedBody> bodies, const PlacedNodes& nodes, Real growth,
                           const Grid& world, const MoverSettings& settings, const Visit& visit) {
    takeCubes(bodies, nodes);
    const Aabb root = world.box();
    Real rounding = kVoxelError * root.min.cwiseAbs().cwiseMax(root.max.cwiseAbs()).maxCoeff();
    for (const Index body : bodies_) rounding = std::max(rounding, nodes.rounding(body));
    SharedSettings shared;
    shared.outside = Outside::isCutOff;
    shared.test = settings.test;
    shared.growth = growth + rounding;
    shared.stopsEarly = settings.progressive;
    memory_.counters = {};
    const auto visitEntries = [&](const Cell& voxel, std::span<const BodyCubes> found) {
        entries_.clear();
        for (const BodyCubes& one : found) {
            const Index first = nodes.range(bodies_[one.body])[0];
            for (const Index cube : one.cubes) entries_.push_back(first + cube);
        }
        return visit(boxOf(world, voxel), entries_);
    };
    const auto done = octree_motion::forEachSharedVoxel(moving_, world, shared, memory_, visitEntries);
    tests_ = memory_.counters.cubeTests + memory_.counters.voxelTests;
    return done.has_value();
}

}  // namespace ricochet::octree_motion
