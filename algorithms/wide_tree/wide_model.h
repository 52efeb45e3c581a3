#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/on_demand.h"
#include "algorithms/geometry/plain_vector.h"
#include "algorithms/geometry/relative_pose.h"

#include <cstdint>
#include <vector>

namespace ricochet::wide_tree {

inline constexpr int kWidth = 8;  ///< children of a node, triangles of a leaf

/// Three axes, as rows; each the float rounding of a unit vector, so orthonormal to 2^-23.
using Frame = Eigen::Matrix3f;

/// Index of a node or of a leaf, or of a part that is not built yet.
class NodeRef {
public:
    NodeRef() = default;
    static NodeRef toNode(std::uint32_t index) { return NodeRef(index); }
    static NodeRef toLeaf(std::uint32_t index) { return NodeRef(index | kLeafBit); }
    static NodeRef toPending(std::uint32_t index) { return NodeRef(index | kPendingBit); }
    static NodeRef fromBits(std::uint32_t bits) { return NodeRef(bits); }
    bool isLeaf() const { return (bits_ & kLeafBit) != 0; }
    /// Only children of nodes may be: `Tree::child` builds them.
    bool isPending() const { return (bits_ & kPendingBit) != 0; }
    std::uint32_t index() const { return bits_ & ~(kLeafBit | kPendingBit); }
    std::uint32_t bits() const { return bits_; }

private:
    static constexpr std::uint32_t kLeafBit = 0x80000000u, kPendingBit = 0x40000000u;
    explicit NodeRef(std::uint32_t bits) : bits_(bits) {}
    std::uint32_t bits_ = 0;
};

/// The first cache line of every node and leaf: its own frame, and its own box in it.
/// Stored by coordinate, as the test of eight pairs at once loads it.
struct alignas(64) FrameBox {
    float x[4];  ///< x of axis 0, 1, 2 and of the origin; all relative to the model's centre
    float y[4];
    float z[4];
    float half[3];        ///< the box extends from -half to +half along the axes, about the origin
    std::uint32_t count;  ///< children or triangles in use

    Frame frame() const {
        Frame f;
        f << x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2];
        return f;
    }
    Vec3 origin() const { return {x[3], y[3], z[3]}; }
};
static_assert(sizeof(FrameBox) == 64);

/// Eight children and their boxes in this node's frame, relative to its origin. Unused children come last.
struct alignas(64) WideNode {
    FrameBox box;
    float centre[3][kWidth];
    float half[3][kWidth];
    NodeRef child[kWidth];
    std::uint32_t unused[8];  ///< zero: fills the last cache line, and files with the same bytes
};
static_assert(sizeof(WideNode) == 320);

/// Eight triangles in this leaf's frame, relative to its origin. Corner 0 lies opposite the longest edge.
/// Unused entries repeat the last triangle.
struct alignas(64) WideLeaf {
    FrameBox box;
    float corner[3][3][kWidth];  ///< [corner][coordinate][triangle]
    float longestEdge[kWidth];   ///< rounded up
    float shortProduct[kWidth];  ///< product of the lengths of the two shorter edges, rounded up
    Index face[kWidth];          ///< of the mesh
};
static_assert(sizeof(WideLeaf) == 448);

class PendingParts;

/// The tree proper; of a two-sided mesh over its fronts, each of which represents its back, too. Nodes and
/// leaves lie in depth-first order: a node comes before what is below it, and the leaves below a node follow
/// one another. In a tree built on demand (`on_demand.h`) they lie in the order in which its parts were
/// built.
struct Tree {
    Vec3 centre = Vec3::Zero();  ///< of the mesh's box; frames and origins are relative to it
    Real radius = 0;             ///< of the sphere about `centre` that contains the mesh
    NodeRef root;
    PlainVector<WideNode> nodes;
    PlainVector<WideLeaf> leaves;
    Real boxArea = 0;    ///< half of the summed area of all children's boxes and all leaves' boxes
    Real leafWidth = 0;  ///< half the median of a leaf's three sides, on average (metres)
    std::shared_ptr<PendingParts> pending;  ///< null: all is built

    /// Child k of a node: built, if it is not yet. Thread-safe.
    NodeRef child(const WideNode& node, std::size_t k) const {
        const NodeRef ref = node.child[k];
        return ref.isPending() ? builtChild(ref) : ref;
    }
    BoundingSphere sphere() const { return {centre, radius}; }
    const FrameBox& boxOf(NodeRef ref) const {
        return ref.isLeaf() ? leaves[ref.index()].box : nodes[ref.index()].box;
    }

private:
    NodeRef builtChild(NodeRef ref) const;
};

/// Calls visit(face) for a face in a leaf, and for its back where there is one.
template <class Visit>
void forEachSide(const Mesh& mesh, Index face, Visit&& visit) {
    visit(face);
    if (mesh.isTwoSided()) visit(mesh.frontCount() + face);
}

inline bool fitsFloats(const Tree& tree) { return tree.radius <= kLargestFloatRadius; }

class WideModel final : public CollisionModel {
public:
    WideModel(std::shared_ptr<const Mesh> mesh, OnDemand<Tree> tree, Real builtArea)
        : CollisionModel(std::move(mesh)), tree_(std::move(tree)), builtArea_(builtArea) {}

    const Tree& tree() const { return *tree_; }
    /// Whether the tree has begun to be built.
    bool hasTree() const { return tree_.isMade(); }
    /// Whether queries build it, and may have left parts of it.
    bool isOnDemand() const { return !hasTree() || tree().pending; }
    /// `boxArea` when the tree was last built from scratch.
    Real builtArea() const { return builtArea_; }
    bool hasPendingParts() const override;
    std::size_t bytes() const override;
    std::vector<Obb> boxesAt(int depth) const override;

private:
    OnDemand<Tree> tree_;
    Real builtArea_;
};

/// Each child's box holds what is below it, each leaf's triangles are the mesh's, and each face but backs is
/// in exactly one leaf.
bool isValid(const Tree& tree, const Mesh& mesh);

/// The same tree, with the same frames, over the mesh's present vertices: all boxes and leaves are rewritten,
/// as tight as a build would make them. Bottom-up; without recursion. Not for a tree built on demand.
Tree refitted(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::wide_tree
