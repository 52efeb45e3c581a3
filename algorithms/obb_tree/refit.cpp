#include "algorithms/obb_tree/refit.h"

#include "algorithms/obb_tree/box_fit.h"

namespace ricochet::obb_tree {
namespace {

class Refit {
public:
    Refit(const Tree& tree, const Mesh& mesh) : mesh_(mesh), tree_(tree), below_(tree.nodes.size()) {
        tree_.sphere = boundingSphere(mesh);
        tree_.boxArea = 0;
        order_.reserve(tree.faces.size());
        for (const LeafFace& entry : tree.faces) order_.push_back(entry.face());
    }

    Tree refit() {
        // Children are stored after their parents.
        for (auto i = static_cast<Index>(tree_.nodes.size()); i-- > 0;) {
            ObbNode& node = tree_.nodes[i];
            below_[i] = facesBelow(node);
            const std::span<const Index> faces(&order_[below_[i].begin], below_[i].end - below_[i].begin);
            const Frame frame = node.frame();
            setBox(frame, extentsOf(mesh_, tree_, frame, faces), node);
            tree_.boxArea += node.area();
        }
        return std::move(tree_);
    }

private:
    /// Faces order_[begin] … order_[end - 1].
    struct Range {
        Index begin, end;
    };

    Range facesBelow(const ObbNode& node) const {
        if (!node.isLeaf()) return {below_[node.leftChild()].begin, below_[node.leftChild() + 1].end};
        Index end = node.firstFace();
        tree_.forEachFace(node, [&](Index) { ++end; });
        return {node.firstFace(), end};
    }

    const Mesh& mesh_;
    Tree tree_;
    std::vector<Index> order_;
    std::vector<Range> below_;  ///< by node
};

}  // namespace

Tree refitted(const Tree& tree, const Mesh& mesh) { return Refit(tree, mesh).refit(); }

}  // namespace ricochet::obb_tree
