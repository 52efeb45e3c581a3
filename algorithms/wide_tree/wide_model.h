#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/plain_vector.h"
#include "algorithms/geometry/relative_pose.h"
#include "algorithms/wide_tree/wide_node.h"

#include <vector>

namespace ricochet::wide_tree {

/// The tree proper; of a two-sided mesh over its fronts, each of which represents its back, too. Nodes and
/// leaves lie in depth-first order: a node comes before what is below it, and the leaves below a node follow
/// one another.
struct Tree {
    Vec3 centre = Vec3::Zero();  ///< of the mesh's box; frames and origins are relative to it
    Real radius = 0;             ///< of the sphere about `centre` that contains the mesh
    NodeRef root;
    PlainVector<WideNode> nodes;
    PlainVector<WideLeaf> leaves;
    Real boxArea = 0;    ///< half of the summed area of all children's boxes and all leaves' boxes
    Real leafWidth = 0;  ///< half the median of a leaf's three sides, on average (metres)

    BoundingSphere sphere() const { return {centre, radius}; }
    const FrameBox& boxOf(NodeRef ref) const {
        return ref.isLeaf() ? leaves[ref.index()].box : nodes[ref.index()].box;
    }
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
    WideModel(std::shared_ptr<const Mesh> mesh, Tree tree, Real builtArea)
        : CollisionModel(std::move(mesh)), tree_(std::move(tree)), builtArea_(builtArea) {}

    const Tree& tree() const { return tree_; }
    /// `boxArea` when the tree was last built from scratch.
    Real builtArea() const { return builtArea_; }
    std::size_t bytes() const override {
        return sizeof *this + tree_.nodes.capacity() * sizeof(WideNode) +
               tree_.leaves.capacity() * sizeof(WideLeaf);
    }

private:
    Tree tree_;
    Real builtArea_;
};

/// Each child's box holds what is below it, each leaf's triangles are the mesh's, and each face but backs is
/// in exactly one leaf.
bool isValid(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::wide_tree
