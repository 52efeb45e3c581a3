#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/relative_pose.h"
#include "algorithms/obb_tree/obb_node.h"

#include <vector>

namespace ricochet::obb_tree {

/// The tree itself. Children come after their parents; the faces below a node are contiguous.
struct Tree {
    BoundingSphere sphere = {Vec3::Zero(), 0};  ///< boxes are relative to its centre
    std::vector<ObbNode> nodes;                 ///< nodes[0] is the root
    std::vector<LeafFace> faces;                ///< a permutation of the mesh's faces
    Real boxArea = 0;                           ///< summed over all boxes

    /// A vertex relative to the centre.
    Vec3 fromCentre(const Vec3& vertex) const {
        return sphere.radius <= kLargestFloatRadius ? Vec3(vertex - sphere.centre) : Vec3(Vec3::Zero());
    }

    bool holdsOneFace(const ObbNode& leaf) const { return faces[leaf.firstFace()].isLast(); }

    /// Calls visit(face) for each face of a leaf.
    template <class Visit>
    void forEachFace(const ObbNode& leaf, Visit&& visit) const {
        for (const LeafFace* entry = &faces[leaf.firstFace()];; ++entry) {
            visit(entry->face());
            if (entry->isLast()) return;
        }
    }
};

class ObbModel final : public CollisionModel {
public:
    ObbModel(std::shared_ptr<const Mesh> mesh, Tree tree, Real builtArea)
        : CollisionModel(std::move(mesh)), tree_(std::move(tree)), builtArea_(builtArea) {}

    const Tree& tree() const { return tree_; }
    /// `boxArea` when the tree was last built from scratch.
    Real builtArea() const { return builtArea_; }
    std::size_t bytes() const override {
        return sizeof *this + tree_.nodes.capacity() * sizeof(ObbNode) +
               tree_.faces.capacity() * sizeof(LeafFace);
    }
    std::vector<Obb> boxesAt(int depth) const override;

private:
    Tree tree_;
    Real builtArea_;
};

/// Each box contains all faces below it, children come after their parents, and each face is in exactly one
/// leaf.
bool isValid(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::obb_tree
