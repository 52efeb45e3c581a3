#pragma once

#include "algorithms/octree_motion/octree_detector.h"

#include <mutex>

namespace ricochet::octree_motion {

struct OctreeUpdateSettings {
    /// Edge of a voxel of the bodies' octrees, metres; 0: by `level`.
    Real voxel = 0;
    int level = 5;  ///< where `voxel` is 0: voxels are 2^-level of the body's longest side; 1 to kMostLevels
    std::optional<Grid> world = {};  ///< as in DetectorSettings
};

/// The octree update algorithm of Smith, Kitamura et al. 1995, section 3.4.3: every mesh has a face octree,
/// built once, whose black nodes list the faces that touch them. In a query the nodes that touch an overlap
/// region (the node check list) are moved, and an octree of them is built where both bodies have nodes in a
/// cell; faces of nodes in the same voxel are tested. On one thread. The octrees of deforming meshes are
/// rebuilt.
class OctreeUpdate final : public NarrowPhase {
public:
    explicit OctreeUpdate(OctreeUpdateSettings settings = {}) : settings_(std::move(settings)) {}
    ~OctreeUpdate() override;

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;

    /// All bodies in one pass, as FaceOctree::findCollidingFaces; sorted.
    void findCollidingFaces(std::span<const Placed> bodies, std::vector<CollidingFaces>& out) const;

private:
    std::unique_ptr<OctreeDetector> take() const;
    void giveBack(std::unique_ptr<OctreeDetector> detector) const;

    OctreeUpdateSettings settings_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<OctreeDetector>> idle_;
};

}  // namespace ricochet::octree_motion
