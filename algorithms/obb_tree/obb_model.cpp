#include "algorithms/obb_tree/obb_model.h"

namespace ricochet::obb_tree {
namespace {

void addBoxes(const Tree& tree, Index number, int depth, std::vector<Obb>& out) {
    const ObbNode& node = tree.nodes[number];
    if (depth > 0 && !node.isLeaf()) {
        addBoxes(tree, node.leftChild(), depth - 1, out);
        addBoxes(tree, node.leftChild() + 1, depth - 1, out);
        return;
    }
    out.push_back({.axes = node.frame().cast<Real>(),
                   .centre = tree.sphere.centre + node.centre(),
                   .half = {Real(node.half[0]), Real(node.half[1]), Real(node.half[2])}});
}

}  // namespace

std::vector<Obb> ObbModel::boxesAt(int depth) const {
    std::vector<Obb> boxes;
    if (!tree_.nodes.empty() && tree_.sphere.radius <= kLargestFloatRadius) addBoxes(tree_, 0, depth, boxes);
    return boxes;
}

}  // namespace ricochet::obb_tree
