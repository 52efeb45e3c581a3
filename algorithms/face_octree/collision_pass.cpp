// Paper, figure 3.1: the control flow of collision detection.

#include "algorithms/face_octree/collision_pass.h"

#include "algorithms/geometry/close_faces.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ricochet {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Below this a voxel's pairs are tested faster than they are subdivided.
constexpr std::uint64_t kFewPairs = 4096;

constexpr Index kDeepest = 12;

SubdivisionRules rulesFrom(const FaceOctreeSettings& settings, Real growth) {
    const bool isAutomatic = settings.level == FaceOctreeSettings::kAutomatic;
    return {isAutomatic ? kDeepest : settings.level, isAutomatic ? kFewPairs : 1, settings.exactInCells,
            growth};
}

Cell rootAround(const FaceOctreeSettings& settings, std::span<const PlacedBody> bodies) {
    Cell root;
    root.box = settings.world;
    for (const PlacedBody& body : bodies) {
        for (const Aabb& region : body.regions) {
            root.box.include(region.min);
            root.box.include(region.max);
        }
    }
    root.owned = {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
    return root;
}

}  // namespace

void CollisionPass::run(const FaceOctreeSettings& settings, const Executor& executor,
                        std::span<const Placed> bodies, Real within) {
    const Real growth = 0.5 * within;
    boxTests_ = triangleTests_ = 0;
    pairs_.clear();
    findOverlapRegions(bodies, growth, executor, bodies_);
    listFaces(settings, executor, growth);
    listPairs(settings, executor, growth);
    if (within == 0 || settings.exactDistance) keepClosePairs(executor, within);
}

void CollisionPass::listFaces(const FaceOctreeSettings& settings, const Executor& executor, Real growth) {
    lists_.resize(bodies_.size());
    executor.run(static_cast<Index>(bodies_.size()), [&](Index body) {
        listFacesInRegions(bodies_[body], growth, settings.exactInRegions, lists_[body]);
    });
    faces_.placed = bodies_;
    faces_.bodies.clear();
    faces_.faces.clear();
    faces_.boxes.clear();
    for (std::size_t body = 0; body < lists_.size(); ++body) {
        const FaceCheckList& list = lists_[body];
        faces_.bodies.insert(faces_.bodies.end(), list.faces.size(), static_cast<Index>(body));
        faces_.faces.insert(faces_.faces.end(), list.faces.begin(), list.faces.end());
        faces_.boxes.insert(faces_.boxes.end(), list.boxes.begin(), list.boxes.end());
    }
}

std::size_t CollisionPass::branchOut(const Cell& root, const SubdivisionRules& rules) {
    constexpr Index kBranchLevel = 2;
    std::size_t count = 0;
    trunk_.begin(faces_, rules);
    trunk_.forEachVoxel(trunk_.push(root, allEntries_), kBranchLevel, [&](const Cell& cell) {
        if (count == branches_.size()) branches_.emplace_back();
        Branch& branch = branches_[count++];
        const std::span<const Index> entries = trunk_.entriesOf(cell);
        branch.cell = cell;
        branch.entries.assign(entries.begin(), entries.end());
    });
    return count;
}

void CollisionPass::listPairs(const FaceOctreeSettings& settings, const Executor& executor, Real growth) {
    allEntries_.resize(faces_.size());
    std::iota(allEntries_.begin(), allEntries_.end(), Index{0});
    if (countPairs(faces_, allEntries_) == 0) return;

    const SubdivisionRules rules = rulesFrom(settings, growth);
    const std::size_t branchCount = branchOut(rootAround(settings, bodies_), rules);
    executor.run(static_cast<Index>(branchCount), [&](Index i) {
        Branch& branch = branches_[i];
        branch.pairs.clear();
        branch.subdivision.begin(faces_, rules);
        const Cell cell = branch.subdivision.push(branch.cell, branch.entries);
        branch.subdivision.forEachVoxel(
            cell, kNone, [&](const Cell& voxel) { branch.subdivision.listPairs(voxel, branch.pairs); });
    });

    boxTests_ += trunk_.boxTests();
    for (const Branch& branch : std::span(branches_).first(branchCount)) {
        pairs_.insert(pairs_.end(), branch.pairs.begin(), branch.pairs.end());
        boxTests_ += branch.subdivision.boxTests();
    }
    if (rules.exact) {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }
}

/// Stage 4 (3.3.6): of the face pair checklist, what is truly a pair.
void CollisionPass::keepClosePairs(const Executor& executor, Real within) {
    constexpr std::size_t kPairsPerTask = 256;
    isClose_.resize(pairs_.size());
    executor.run(static_cast<Index>((pairs_.size() + kPairsPerTask - 1) / kPairsPerTask), [&](Index task) {
        const std::size_t begin = task * kPairsPerTask;
        const std::size_t end = std::min(begin + kPairsPerTask, pairs_.size());
        for (std::size_t i = begin; i < end; ++i) {
            isClose_[i] =
                areWithin(faces_.triangle(pairs_[i].first), faces_.triangle(pairs_[i].second), within);
        }
    });
    triangleTests_ += pairs_.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (isClose_[i]) pairs_[kept++] = pairs_[i];
    }
    pairs_.resize(kept);
}

}  // namespace ricochet
