#include "algorithms/octree_motion/octree_detection.h"

#include <array>
#include <cmath>
#include <limits>

namespace ricochet::octree_motion {
namespace {

/// The root cube of the world; of a given voxel, its level is the first whose voxels are not larger.
Grid worldOf(const OctreeDetectionSettings& settings) {
    Grid world = {Vec3::Constant(-0.5 * settings.world), settings.world, settings.level};
    if (settings.voxel <= 0) return world;
    world.level = 1;
    while (world.level < kMostLevels && world.voxel() > settings.voxel) ++world.level;
    return world;
}

Real voxelFor(const Mesh& mesh, const OctreeDetectionSettings& settings) {
    if (settings.voxel > 0) return settings.voxel;
    const Real longest = settings.world > 0 ? settings.world : mesh.box().size().maxCoeff();
    // For a mesh that is a single point any voxel size will do.
    return longest > 0 ? std::ldexp(longest, -settings.level) : 1;
}

DetectorSettings detectorSettings(const OctreeDetectionSettings& settings) {
    DetectorSettings detector;
    if (settings.world > 0) detector.world = worldOf(settings);
    detector.optimisations = settings.optimisations;
    detector.octrees = settings.octrees;
    detector.test = settings.test;
    return detector;
}

/// Counts a query that returned `pairs` pairs.
void addCounts(const DetectorCounters& query, std::size_t pairs, Counters& counters) {
    counters.calls += 1;
    counters.boxTests += query.nodeTests + query.faceTests;
    counters.triangleTests += query.pairTests;
    counters.facePairs += pairs;
}

}  // namespace

OctreeDetection::OctreeDetection(OctreeDetectionSettings settings, std::shared_ptr<const Executor> executor)
    : settings_(settings), executor_(std::move(executor)) {}

OctreeDetection::~OctreeDetection() = default;

std::shared_ptr<const CollisionModel> OctreeDetection::build(std::shared_ptr<const Mesh> mesh) const {
    const Real voxel = voxelFor(*mesh, settings_);
    if (!settings_.optimisations.faceOctrees) {
        if (auto solid = buildDetectorModel(mesh, voxel, SourceOctree::solid, settings_.cubes)) return *solid;
    }
    return buildDetectorModel(std::move(mesh), voxel, SourceOctree::faces, settings_.cubes).value();
}

void OctreeDetection::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                    PairMemory& memory, FacePairs& out) const {
    findFacePairsUpTo(std::numeric_limits<std::size_t>::max(), a, b, queryDistance, memory, out);
}

bool OctreeDetection::findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                                        Real queryDistance, PairMemory& memory, FacePairs& out) const {
    const std::array<MeshInstance, 2> bodies = {a, b};
    std::unique_ptr<OctreeDetector> detector = take();
    std::vector<CollidingFaces> pairs;
    const bool isAll = detector->run(bodies, queryDistance, pairs, maximum);
    out.clear();
    for (const CollidingFaces& pair : pairs) out.push_back({pair.faceA, pair.faceB});
    addCounts(detector->counters(), out.size(), memory.counters);
    giveBack(std::move(detector));
    return isAll;
}

std::optional<FacePair> OctreeDetection::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                       PairMemory& memory) const {
    const std::array<MeshInstance, 2> bodies = {a, b};
    std::unique_ptr<OctreeDetector> detector = take();
    const std::optional<CollidingFaces> first = detector->findFirst(bodies);
    addCounts(detector->counters(), first ? 1 : 0, memory.counters);
    giveBack(std::move(detector));
    if (!first) return std::nullopt;
    return FacePair{first->faceA, first->faceB};
}

void OctreeDetection::findCollidingFaces(std::span<const MeshInstance> bodies,
                                         std::vector<CollidingFaces>& out) const {
    std::unique_ptr<OctreeDetector> detector = take();
    detector->run(bodies, 0, out);
    giveBack(std::move(detector));
}

std::unique_ptr<OctreeDetector> OctreeDetection::take() const {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<OctreeDetector>(detectorSettings(settings_), executor_);
    std::unique_ptr<OctreeDetector> detector = std::move(idle_.back());
    idle_.pop_back();
    return detector;
}

void OctreeDetection::giveBack(std::unique_ptr<OctreeDetector> detector) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(detector));
}

}  // namespace ricochet::octree_motion
