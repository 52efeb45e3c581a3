#pragma once

#include "algorithms/octree_motion/octree_detector.h"

#include <mutex>

namespace ricochet::octree_motion {

struct OctreeDetectionSettings {
    int level = 5;   ///< voxels are 2^-level of the world, or of the mesh's longest side; 1 to kMostLevels
    Real voxel = 0;  ///< metres, edge of a voxel of the bodies' octrees; 0: by `level`
    Real world = 0;  ///< metres, edge of the world's cube about the origin, the root of the octree in which
                     ///< bodies are compared; 0: the bounding cube of the overlap regions
    Optimisations optimisations = {};
    Octrees octrees = Octrees::moved;
    CubeTest test = CubeTest::axesOfOctants;  ///< of Octrees::moved
    SourceCubes cubes = SourceCubes::nodes;
};

/// The detector of Smith, Kitamura 1994, chapter 1, as a narrow phase; with all four optimisations, as by
/// default, the octree update algorithm of section 3.4.3: every mesh has a face octree, built once, whose
/// black nodes list the faces that touch them. In a query the nodes that touch an overlap region (the node
/// check list) are moved, and an octree of them is built where both bodies have nodes in a cell; faces of
/// nodes in the same voxel are tested. The octrees of deforming meshes are rebuilt. A mesh that is not closed
/// has a face octree even where the settings require a volumetric one.
class OctreeDetection final : public NarrowPhase {
public:
    explicit OctreeDetection(OctreeDetectionSettings settings = {},
                             std::shared_ptr<const Executor> executor = makeSerialExecutor());
    ~OctreeDetection() override;

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                           Real queryDistance, PairMemory& memory, FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override;

    /// All bodies in one pass, as FaceOctree::findCollidingFaces; sorted.
    void findCollidingFaces(std::span<const MeshInstance> bodies, std::vector<CollidingFaces>& out) const;

private:
    std::unique_ptr<OctreeDetector> take() const;
    void giveBack(std::unique_ptr<OctreeDetector> detector) const;

    OctreeDetectionSettings settings_;
    std::shared_ptr<const Executor> executor_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<OctreeDetector>> idle_;
};

}  // namespace ricochet::octree_motion
