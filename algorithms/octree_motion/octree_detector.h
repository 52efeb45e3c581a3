// Kitamura, Takemura, Kishino. Coarse-to-Fine Collision Detection for Real-Time Applications in Virtual
// Workspace. 1994, as described by Smith, Kitamura: Towards the Realization of Real-Time Collision Detection,
// 1994, section 1.2, with the four optimisations of section 1.3, each of which may be switched on or off.
#pragma once

#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/executor.h"
#include "algorithms/octree_motion/faces_in_voxels.h"
#include "algorithms/octree_motion/moved_octrees.h"

#include <limits>
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
    Octrees octrees = Octrees::moved;
    CubeTest test = CubeTest::axesOfOctants;  ///< of Octrees::moved
};

/// Counters of one run.
struct DetectorCounters {
    std::uint64_t movedNodes = 0;  ///< black nodes of the bodies' octrees that were placed
    std::uint64_t nodeTests = 0;   ///< such a node against a cell of the world's octree
    std::uint64_t interferingVoxels = 0;
    std::uint64_t faceTests = 0;  ///< a face against an interfering voxel
    std::uint64_t pairTests = 0;  ///< two faces
};

/// One run through the steps; arrays are reused. All models must come from buildDetectorModel. Threads place
/// bodies and test pairs of faces.
class OctreeDetector {
public:
    explicit OctreeDetector(DetectorSettings settings,
                            std::shared_ptr<const Executor> executor = makeSerialExecutor())
        : settings_(std::move(settings)), executor_(std::move(executor)) {}

    /// Face pairs that lie within `queryDistance` metres of each other, exactly. Returns false, without any,
    /// if there are more than `maximum`.
    bool run(std::span<const MeshInstance> bodies, Real queryDistance, std::vector<CollidingFaces>& out,
             std::size_t maximum = std::numeric_limits<std::size_t>::max());

    /// Any pair of faces that intersect, or none. The search ends soon after it has come to such a pair.
    std::optional<CollidingFaces> findFirst(std::span<const MeshInstance> bodies);

    /// For moving bodies: octrees at the end of the step, and all pairs in a common voxel except those whose
    /// swept spaces are proved apart. As in the paper, faces that only passed each other are missed.
    void run(std::span<const MovingBody> bodies, std::vector<CollidingFaces>& out);

    const DetectorCounters& counters() const { return counters_; }

private:
    void findPairs(std::span<const MeshInstance> bodies, Real queryDistance);
    void forEachSharedVoxel(std::span<const MeshInstance> bodies, Real queryDistance,
                            const MovedOctrees::Visit& visit);
    std::optional<CollidingFaces> firstListedPair();
    Grid worldGrid() const;
    void listFaces(const Aabb& voxel, std::span<const Index> entries);
    void listFaces(Index body, std::span<const Index> entries, const Aabb& voxel);
    void listAllFaces(Index body, const Aabb& box);
    bool keepPairs(const std::function<bool(const CollidingFaces&)>& isPair, std::vector<CollidingFaces>& out,
                   std::size_t maximum = std::numeric_limits<std::size_t>::max());

    DetectorSettings settings_;
    std::shared_ptr<const Executor> executor_;
    Real growth_ = 0;
    std::vector<PlacedBody> bodies_;
    PlacedNodes nodes_;
    MovedOctrees octrees_;
    std::vector<BoxList> boxes_;  ///< per body: of all its faces, if nodes list none
    std::vector<Index> known_;
    std::uint64_t lists_ = 0;              ///< of a body's faces in a voxel, made so far
    std::vector<std::uint64_t> lastList_;  ///< per face of any body: the list that it was in last
    FacesInVoxels faces_;
    std::vector<CollidingFaces> pairs_;
    std::vector<char> isPair_;
    DetectorCounters counters_;
};

}  // namespace ricochet::octree_motion
