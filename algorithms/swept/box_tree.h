#pragma once

#include "algorithms/geometry/aabb.h"

#include <algorithm>
#include <span>
#include <vector>

namespace ricochet {

/// A binary tree of boxes, split at the median along the longest axis of their centres.
struct BoxTree {
    static constexpr Index kLeafSize = 4;

    struct Node {
        Aabb box;
        Index first;  ///< inner node: its left child, the right one follows it; leaf: first entry of `items`
        Index count;  ///< items in the leaf; 0 in an inner node
        bool isLeaf() const { return count > 0; }
    };
    std::vector<Node> nodes;   ///< nodes[0] is the root; empty for no items
    std::vector<Index> items;  ///< a permutation of the boxes' numbers
};

BoxTree buildBoxTree(std::span<const Aabb> boxes);

/// Calls visit(i, j) for at least every two items whose boxes come within `gap` (metres) of each other along
/// each axis.
template <class Visit>
void forEachClosePair(const BoxTree& a, const BoxTree& b, Real gap, Visit&& visit) {
    struct Nodes {
        Index a, b;
    };
    std::vector<Nodes> stack;
    if (!a.nodes.empty() && !b.nodes.empty()) stack.push_back({0, 0});
    while (!stack.empty()) {
        const Nodes top = stack.back();
        stack.pop_back();
        const BoxTree::Node &nodeA = a.nodes[top.a], &nodeB = b.nodes[top.b];
        if (!overlaps(grownOutward(nodeA.box, gap), nodeB.box)) continue;
        const bool opensA = !nodeA.isLeaf() && (nodeB.isLeaf() || nodeA.box.size().squaredNorm() >
                                                                      nodeB.box.size().squaredNorm());
        if (opensA) {
            stack.push_back({nodeA.first + 1, top.b});
            stack.push_back({nodeA.first, top.b});
        } else if (!nodeB.isLeaf()) {
            stack.push_back({top.a, nodeB.first + 1});
            stack.push_back({top.a, nodeB.first});
        } else {
            for (Index i = nodeA.first; i < nodeA.first + nodeA.count; ++i) {
                for (Index j = nodeB.first; j < nodeB.first + nodeB.count; ++j) visit(a.items[i], b.items[j]);
            }
        }
    }
}

/// Each child's box lies in its parent's, and each box in exactly one leaf.
bool isValid(const BoxTree& tree, std::span<const Aabb> boxes);

}  // namespace ricochet
