// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Step 2 of section 1.2: the
// octrees of all bodies are moved, then searched for black nodes at the same position.
#pragma once

#include "algorithms/octree_motion/placed_nodes.h"
#include "algorithms/octree_motion/shared_voxels.h"

#include <functional>

namespace ricochet::octree_motion {

/// How the octrees of a detector's bodies are moved.
enum class Octrees {
    moved,   ///< by chapter 2's octree motion of several bodies
    rebuilt  ///< the moved nodes are sorted into one octree, each tested against a cell on fifteen axes
};

struct MoverSettings {
    Octrees octrees = Octrees::moved;
    CubeTest test = CubeTest::axesOfOctants;  ///< of Octrees::moved
    bool progressive = true;  ///< 1.3.3: octrees are rebuilt only below cells with nodes of two bodies
};

/// Finds the voxels of a world that moved nodes of several bodies touch. Arrays are reused.
class MovedOctrees {
public:
    /// The entries that touch the voxel, ascending: those of two or more bodies. False ends the visits.
    using Visit = std::function<bool(const Aabb& voxel, std::span<const Index> entries)>;

    /// `growth` metres is that of `nodes`. Where a body's motion is not rigid, octrees are rebuilt.
    void forEachSharedVoxel(std::span<const PlacedBody> bodies, PlacedNodes& nodes, Real growth,
                            const Grid& world, const MoverSettings& settings, const Visit& visit);

    /// Tests of a node against a cell in the last call.
    std::uint64_t tests() const { return tests_; }

private:
    void rebuild(PlacedNodes& nodes, const Grid& world, bool progressive, const Visit& visit);
    bool moveAll(std::span<const PlacedBody> bodies, const PlacedNodes& nodes, Real growth, const Grid& world,
                 const MoverSettings& settings, const Visit& visit);
    void takeCubes(std::span<const PlacedBody> bodies, const PlacedNodes& nodes);

    std::vector<Index> entries_;
    Subdivision subdivision_;
    std::vector<CubeSet> cubes_;  ///< per body with entries
    std::vector<Index> bodies_;   ///< the body of each
    std::vector<MovingCubes> moving_;
    SharedMemory memory_;
    std::uint64_t tests_ = 0;
};

}  // namespace ricochet::octree_motion
