// Kitamura, Takemura, Kishino. Coarse-to-Fine Collision Detection for Real-Time Applications in Virtual
// Workspace. 1994, as described by Smith, Kitamura: Towards the Realization of Real-Time Collision Detection,
// 1994, section 1.2, with the four optimisations of section 1.3, each of which may be switched on or off.
#pragma once

#include "algorithms/geometry/overlap_regions.h"
#include "algorithms/geometry/subdivision.h"
#include "algorithms/octree_motion/detector_model.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet::octree_motion {

/// With all four the detector is the octree update algorithm of section 3.4.3.
struct Optimisations {
    bool faceOctrees = true;     ///< 1.3.1: octrees of the faces instead of the solids
    bool overlapRegions = true;  ///< 1.3.2: only nodes that touch an overlap region are moved
    bool progressive = true;     ///< 1.3.3: octrees are rebuilt only below cells with nodes of two bodies
    bool facesOfNodes = true;    ///< 1.3.4: nodes list their faces
};

struct DetectorSettings {
    /// Root and resolution of the rebuilt octrees; doubled until it contains all overlap regions. None: the
    /// bounding cube of these, with voxels as large as the smallest of the bodies' octrees.
    std::optional<Grid> world = {};
    Optimisations optimisations = {};
};

/// Counters of one run.
struct DetectorCounters {
    std::uint64_t movedNodes = 0;  ///< black nodes of the bodies' octrees that were placed
    std::uint64_t nodeTests = 0;   ///< such a node against a cell of the world's octree
    std::uint64_t interferingVoxels = 0;
    std::uint64_t faceTests = 0;  ///< a face against an interfering voxel
    std::uint64_t pairTests = 0;  ///< two faces
};

/// One run through the steps; arrays are reused. All models must come from buildDetectorModel, with the
/// octree that the optimisations require.
class OctreeDetector {
public:
    explicit OctreeDetector(DetectorSettings settings) : settings_(std::move(settings)) {}

    /// Face pairs that lie within `queryDistance` metres of each other, exactly.
    void run(std::span<const Placed> bodies, Real queryDistance, std::vector<CollidingFaces>& out);

    /// For moving bodies: octrees at the end of the step, and all pairs in a common voxel except those whose
    /// swept spaces are proved apart. As in the paper, faces that only passed each other are missed.
    void run(std::span<const MovingBody> bodies, std::vector<CollidingFaces>& out);

    const DetectorCounters& counters() const { return counters_; }

private:
    /// A moved black node.
    struct PlacedNode {
        Vec3 centre;  ///< world
        Real half;    ///< edge, before the motion
        Index node;
    };
    /// Data common to all nodes of one body.
    struct Turn {
        Matrix3 rotation;
        Real doubt;  ///< deviation of the matrix from a rotation
    };

    void findPairs(std::span<const Placed> bodies, Real queryDistance);
    void placeNodes(Index body);
    bool meets(const PlacedNode& node, Index body, const Aabb& box);
    Grid worldGrid() const;
    void listPairs(const OctreeCell& voxel);
    void takeFaces(Index body, std::span<const Index> entries, const Aabb& voxel, std::vector<Index>& faces);

    DetectorSettings settings_;
    Real growth_ = 0;
    std::vector<PlacedBody> bodies_;
    std::vector<Turn> turns_;  ///< per body
    BodyParts parts_;
    std::vector<PlacedNode> nodes_;  ///< per entry of `parts_`
    Subdivision subdivision_;
    std::vector<Index> entries_, known_;
    std::vector<std::vector<Index>> facesInVoxel_;  ///< per body in it
    std::vector<CollidingFaces> pairs_;
    DetectorCounters counters_;
};

}  // namespace ricochet::octree_motion
