#include "algorithms/wide_tree/refit.h"

#include "algorithms/wide_tree/box_writer.h"
#include "algorithms/wide_tree/float_mesh.h"

namespace ricochet::wide_tree {
namespace {

class Refit {
public:
    Refit(const Tree& tree, const Mesh& mesh)
        : mesh_(mesh),
          tree_(tree),
          triangles_(tree.leaves.size() * kWidth),
          leafBoxes_(tree.leaves.size()),
          nodeBoxes_(tree.nodes.size()),
          leavesOfNode_(tree.nodes.size()) {
        centreOn(mesh, tree_);
        tree_.boxArea = 0;
    }

    Tree refit() {
        for (Index i = 0; i < tree_.leaves.size(); ++i) refitLeaf(i);
        // Children are stored after their parents.
        for (auto i = static_cast<Index>(tree_.nodes.size()); i-- > 0;) refitNode(i);
        writeLeafWidth(tree_);
        return std::move(tree_);
    }

private:
    /// The leaves below a node: begin … end - 1.
    struct Leaves {
        Index begin, end;
    };

    void refitLeaf(Index index) {
        WideLeaf& leaf = tree_.leaves[index];
        const Frame frame = leaf.box.frame();
        const FloatFrame turn(frame);
        FloatTriangle* triangles = &triangles_[index * kWidth];
        BuilderBox box;
        for (std::uint32_t i = 0; i < leaf.box.count; ++i) {
            triangles[i] = floatTriangle(mesh_, tree_, leaf.face[i]);
            box.include(turn.boxOf(triangles[i]));
        }
        std::array<Index, kWidth> faces;
        std::copy(leaf.face, leaf.face + kWidth, faces.begin());
        writeLeaf(mesh_, tree_, frame, box, {faces.data(), leaf.box.count}, leaf);
        leafBoxes_[index] = box;
        tree_.boxArea += box.area();
    }

    void refitNode(Index index) {
        WideNode& node = tree_.nodes[index];
        const std::uint32_t count = node.box.count;
        BuilderBox children[kWidth];
        BuilderBox all;
        for (std::uint32_t i = 0; i < count; ++i) {
            children[i] = childBox(node, node.child[i]);
            all.include(children[i]);
            tree_.boxArea += children[i].area();
        }
        leavesOfNode_[index] = {leavesOf(node.child[0]).begin, leavesOf(node.child[count - 1]).end};
        nodeBoxes_[index] = all;
        writeBoxes(node.box.frame(), {children, count}, tree_.radius, node);
    }

    Leaves leavesOf(NodeRef ref) const {
        return ref.isLeaf() ? Leaves{ref.index(), ref.index() + 1} : leavesOfNode_[ref.index()];
    }

    /// In the node's frame: the child's own box if both have the same frame, else from the triangles.
    BuilderBox childBox(const WideNode& node, NodeRef child) const {
        if (tree_.boxOf(child).frame() == node.box.frame()) {
            return child.isLeaf() ? leafBoxes_[child.index()] : nodeBoxes_[child.index()];
        }
        const FloatFrame turn(node.box.frame());
        const Leaves leaves = leavesOf(child);
        BuilderBox box;
        for (Index l = leaves.begin; l < leaves.end; ++l) {
            for (std::uint32_t i = 0; i < tree_.leaves[l].box.count; ++i) {
                box.include(turn.boxOf(triangles_[l * kWidth + i]));
            }
        }
        return box;
    }

    const Mesh& mesh_;
    Tree tree_;
    std::vector<FloatTriangle> triangles_;  ///< by leaf and place
    std::vector<BuilderBox> leafBoxes_;     ///< in the leaf's frame, about the mesh's centre
    std::vector<BuilderBox> nodeBoxes_;
    std::vector<Leaves> leavesOfNode_;
};

}  // namespace

Tree refitted(const Tree& tree, const Mesh& mesh) { return Refit(tree, mesh).refit(); }

}  // namespace ricochet::wide_tree
