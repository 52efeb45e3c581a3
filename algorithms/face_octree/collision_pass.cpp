// Paper, figure 3.1: the control flow of collision detection.

#include "algorithms/face_octree/collision_pass.h"

#include "algorithms/geometry/triangle_box.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

namespace ricochet {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Below this a voxel's pairs are tested faster than they are subdivided.
constexpr std::uint64_t kFewPairs = 4096;

constexpr Index kDeepest = 12;

/// The cube about the origin with that edge.
Aabb cubeAbout(Real edge) { return {Vec3::Constant(-0.5 * edge), Vec3::Constant(0.5 * edge)}; }

OctreeCell rootAround(const FaceOctreeSettings& settings, std::span<const PlacedBody> bodies) {
    OctreeCell root;
    if (settings.world > 0) root.box = cubeAbout(settings.world);
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
                        std::span<const MeshInstance> bodies, Real queryDistance) {
    place(bodies, queryDistance);
    runStages(settings, executor);
}

void CollisionPass::run(const FaceOctreeSettings& settings, const Executor& executor,
                        std::span<const MovingBody> bodies) {
    place(bodies);
    runStages(settings, executor);
}

void CollisionPass::runStages(const FaceOctreeSettings& settings, const Executor& executor) {
    findRegions(settings, executor);
    listFaces(settings, executor);
    const bool isTested = queryDistance_ == 0 || settings.exactDistance;
    if (isTested && settings.division == PairDivision::producerConsumer) {
        listAndTestPairs(settings, executor);
    } else {
        listPairs(settings, executor);
        if (isTested) testPairs(settings, executor);
    }
}

void CollisionPass::place(std::span<const MeshInstance> bodies, Real queryDistance) {
    queryDistance_ = queryDistance;
    placeBodies(bodies, 0.5 * queryDistance, bodies_);
}

void CollisionPass::place(std::span<const MovingBody> bodies) {
    queryDistance_ = 0;
    placeBodies(bodies, bodies_);
}

void CollisionPass::findCandidates(const FaceOctreeSettings& settings, const Executor& executor,
                                   std::span<const MeshInstance> bodies, std::span<const Real> growths,
                                   std::span<const PairOfBodies> pairs) {
    placeBodies(bodies, growths, bodies_);
    restart();
    if (settings.boxes == BoxStage::skipped) {
        skipOverlapRegions(executor, bodies_);
    } else {
        findOverlapRegions(executor, pairs, bodies_);
    }
    listFaces(settings, executor);
    listPairs(settings, executor);
}

void CollisionPass::restart() {
    boxTests_ = triangleTests_ = 0;
    pairs_.clear();
}

void CollisionPass::findRegions(const FaceOctreeSettings& settings, const Executor& executor) {
    restart();
    if (settings.boxes == BoxStage::skipped) return skipOverlapRegions(executor, bodies_);
    findOverlapRegions(executor, bodies_);
}

void CollisionPass::listFaces(const FaceOctreeSettings& settings, const Executor& executor) {
    lists_.resize(bodies_.size());
    executor.run(static_cast<Index>(bodies_.size()), [&](Index body) {
        listFacesInRegions(bodies_[body], settings.exactInRegions, lists_[body]);
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

SubdivisionRules subdivisionRules(const FaceOctreeSettings& settings) {
    const bool isAutomatic = settings.level == FaceOctreeSettings::kAutomatic;
    return {isAutomatic ? kDeepest : settings.level, isAutomatic ? kFewPairs : 1};
}

SubdivisionRules CollisionPass::rulesFrom(const FaceOctreeSettings& settings) const {
    SubdivisionRules rules = subdivisionRules(settings);
    if (settings.exactInCells && !faces_.areMoving()) {
        rules.meets = [this](Index entry, const Aabb& cell) {
            const Real growth = bodies_[faces_.bodies[entry]].growth;
            return intersects(faces_.triangle(entry), grownOutward(cell, growth));
        };
    }
    return rules;
}

/// Whether there is anything to subdivide; fills `allEntries_`.
bool CollisionPass::hasPairs() {
    allEntries_.resize(faces_.size());
    std::iota(allEntries_.begin(), allEntries_.end(), Index{0});
    return countPairs(faces_, allEntries_) > 0;
}

std::size_t CollisionPass::branchOut(const OctreeCell& root, const SubdivisionRules& rules) {
    constexpr Index kBranchLevel = 2;
    std::size_t count = 0;
    trunk_.begin(faces_, rules);
    trunk_.forEachVoxel(trunk_.push(root, allEntries_), kBranchLevel, [&](const OctreeCell& cell) {
        if (count == branches_.size()) branches_.emplace_back();
        Branch& branch = branches_[count++];
        const std::span<const Index> entries = trunk_.entriesOf(cell);
        branch.cell = cell;
        branch.entries.assign(entries.begin(), entries.end());
    });
    return count;
}

void CollisionPass::subdivideBranches(const OctreeCell& root, const SubdivisionRules& rules,
                                      const Executor& executor) {
    const std::size_t branchCount = branchOut(root, rules);
    executor.run(static_cast<Index>(branchCount), [&](Index i) {
        Branch& branch = branches_[i];
        branch.pairs.clear();
        branch.subdivision.begin(faces_, rules);
        const OctreeCell cell = branch.subdivision.push(branch.cell, branch.entries);
        branch.subdivision.forEachVoxel(
            cell, kNone, [&](const OctreeCell& voxel) { branch.subdivision.listPairs(voxel, branch.pairs); });
    });

    boxTests_ += trunk_.boxTests();
    for (const Branch& branch : std::span(branches_).first(branchCount)) {
        pairs_.insert(pairs_.end(), branch.pairs.begin(), branch.pairs.end());
        boxTests_ += branch.subdivision.boxTests();
    }
}

void CollisionPass::subdivideAtOnce(const OctreeCell& root, const SubdivisionRules& rules,
                                    const std::function<void(const EntryPair&)>& take) {
    trunk_.begin(faces_, rules);
    trunk_.forEachVoxel(trunk_.push(root, allEntries_), kNone, [&](const OctreeCell& voxel) {
        ofVoxel_.clear();
        trunk_.listPairs(voxel, ofVoxel_);
        for (const EntryPair& pair : ofVoxel_) take(pair);
    });
    boxTests_ += trunk_.boxTests();
}

/// Stage 3 (3.3.5). Serial if stage 4 is divided among the threads beforehand, as in 4.4.1.
void CollisionPass::listPairs(const FaceOctreeSettings& settings, const Executor& executor) {
    if (!hasPairs()) return;
    const SubdivisionRules rules = rulesFrom(settings);
    const OctreeCell root = rootAround(settings, bodies_);
    if (settings.division == PairDivision::spmd) {
        subdivideAtOnce(root, rules, [&](const EntryPair& pair) { pairs_.push_back(pair); });
    } else {
        subdivideBranches(root, rules, executor);
    }
    if (rules.meets) dropRepetitions();
}

/// A pair is listed in every voxel that both faces meet.
void CollisionPass::dropRepetitions() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

/// Stage 4 (3.3.6, 4.2): keeps the pairs of the face pair checklist that intersect.
void CollisionPass::testPairs(const FaceOctreeSettings& settings, const Executor& executor) {
    triangleTests_ += pairs_.size();
    listedTests_.keepPassing(PairTest(faces_, queryDistance_), executor, settings.division, pairs_);
}

/// Stages 3 and 4 at once.
void CollisionPass::listAndTestPairs(const FaceOctreeSettings& settings, const Executor& executor) {
    if (!hasPairs()) return;
    const SubdivisionRules rules = rulesFrom(settings);
    const OctreeCell root = rootAround(settings, bodies_);
    std::unordered_set<std::uint64_t> known;  // pairs; only if voxels repeat them
    const auto isNew = [&](const EntryPair& pair) {
        return !rules.meets || known.insert(std::uint64_t{pair.first} << 32 | pair.second).second;
    };
    const auto find = [&](const ProducerAndConsumers::Take& take) {
        subdivideAtOnce(root, rules, [&](const EntryPair& pair) {
            if (isNew(pair)) take(pair);
        });
    };
    triangleTests_ += producerAndConsumers_.run(find, PairTest(faces_, queryDistance_), executor, pairs_);
    if (rules.meets) std::sort(pairs_.begin(), pairs_.end());
}

}  // namespace ricochet
