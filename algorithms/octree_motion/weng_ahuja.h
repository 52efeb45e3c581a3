// Weng, Ahuja. Octrees of Objects in Arbitrary Motion: Representation and Efficiency. Computer Vision,
// Graphics, and Image Processing. 1987, as section 2.2.2 and footnote 2 of Smith, Kitamura (1994) describe
// it.
#pragma once

#include "algorithms/octree_motion/octree_motion.h"

namespace ricochet::octree_motion {

/// How a source cube is tested against a target node that is not a voxel.
enum class NodeTest {
    boxOfSphere,  ///< theirs: the axis-aligned box of the source cube's circumscribed sphere; never `covered`
    axes,         ///< `relationByAxes`
    sixSteps,     ///< the paper's
    facePlanes    ///< six comparisons; exact where nothing turns, else refused (section 2.5, conventional
                  ///< method)
};

enum class NodeMemory {
    pool,  ///< eight octants at a time from a block that grows and is reused
    heap   ///< new and delete for each node's octants
};

struct WengAhujaSettings {
    VoxelRule rule = VoxelRule::centre;
    Outside outside = Outside::isAnError;
    NodeTest test = NodeTest::boxOfSphere;
};

/// An octree of nodes and pointers.
class PointerOctree {
public:
    struct Node {
        Colour colour = Colour::white;
        Node* octants = nullptr;  ///< eight, if it is grey
    };

    explicit PointerOctree(NodeMemory memory) : memory_(memory) {}
    ~PointerOctree() { clear(); }
    PointerOctree(const PointerOctree&) = delete;
    PointerOctree& operator=(const PointerOctree&) = delete;

    Node& root() { return root_; }
    const Node& root() const { return root_; }
    void clear();  ///< a white root
    /// Makes the node grey; its octants get its colour.
    void subdivide(Node& node);
    /// With all that is below it.
    void blacken(Node& node);
    /// If all octants of a grey node have the same colour, the node gets it instead of them.
    void condense(Node& node);

private:
    static constexpr std::size_t kPerBlock = 1024;  // groups of eight nodes

    Node* allocate();
    void release(Node* octants);
    void releaseBelow(Node& node);

    NodeMemory memory_;
    Node root_;
    std::vector<std::vector<std::array<Node, 8>>> blocks_;
    std::size_t used_ = 0;  ///< groups of the blocks, including the free ones
    std::vector<Node*> free_;
};

LinearOctree linearOctree(const PointerOctree& octree);

/// The reused parts of a motion.
struct WengAhujaMemory {
    explicit WengAhujaMemory(NodeMemory memory) : octree(memory) {}
    PlacedCubes placed;
    PointerOctree octree;
    MotionCounters counters;
};

/// Each source cube is passed down the target octree from the root separately; the octree is condensed on
/// return. `memory.octree` is then the same octree as `moveOctree` writes.
Result<void> moveByWengAhuja(const CubeSet& source, const Pose& pose, const Grid& target,
                             const WengAhujaSettings& settings, WengAhujaMemory& memory);

}  // namespace ricochet::octree_motion
