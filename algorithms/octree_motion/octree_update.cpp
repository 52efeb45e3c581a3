#include "algorithms/octree_motion/octree_update.h"

#include <array>
#include <cmath>

namespace ricochet::octree_motion {

OctreeUpdate::~OctreeUpdate() = default;

std::shared_ptr<const Model> OctreeUpdate::build(std::shared_ptr<const Mesh> mesh) const {
    const Real longest = mesh->box().size().maxCoeff();
    // For a mesh that is a single point any voxel size will do.
    const Real ofMesh = longest > 0 ? std::ldexp(longest, -settings_.level) : 1;
    const Real voxel = settings_.voxel > 0 ? settings_.voxel : ofMesh;
    return buildDetectorModel(std::move(mesh), voxel, SourceOctree::faces).value();
}

void OctreeUpdate::findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                                 FacePairs& out) const {
    const std::array<Placed, 2> bodies = {a, b};
    std::unique_ptr<OctreeDetector> detector = take();
    std::vector<CollidingFaces> pairs;
    detector->run(bodies, queryDistance, pairs);
    out.clear();
    for (const CollidingFaces& pair : pairs) out.push_back({pair.faceA, pair.faceB});
    memory.counters.calls += 1;
    memory.counters.boxTests += detector->counters().nodeTests + detector->counters().faceTests;
    memory.counters.triangleTests += detector->counters().pairTests;
    memory.counters.facePairs += out.size();
    giveBack(std::move(detector));
}

void OctreeUpdate::findCollidingFaces(std::span<const Placed> bodies,
                                      std::vector<CollidingFaces>& out) const {
    std::unique_ptr<OctreeDetector> detector = take();
    detector->run(bodies, 0, out);
    giveBack(std::move(detector));
}

std::unique_ptr<OctreeDetector> OctreeUpdate::take() const {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<OctreeDetector>(DetectorSettings{.world = settings_.world});
    std::unique_ptr<OctreeDetector> detector = std::move(idle_.back());
    idle_.pop_back();
    return detector;
}

void OctreeUpdate::giveBack(std::unique_ptr<OctreeDetector> detector) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(detector));
}

}  // namespace ricochet::octree_motion
