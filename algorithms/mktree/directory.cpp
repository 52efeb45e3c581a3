#include "algorithms/mktree/directory.h"

#include <algorithm>

namespace ricochet::mktree {
namespace {

bool holds(const FloatBox& outer, const FloatBox& inner) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(outer.min[k] <= inner.min[k] && inner.min[k] <= inner.max[k] && inner.max[k] <= outer.max[k])) {
            return false;
        }
    }
    return true;
}

tl::unexpected<std::string> damage(const std::string& what) {
    return tl::unexpected("the directory is damaged: " + what);
}

/// Whether one of two children has a parent; from now on both have one. What visits a tree of which children
/// have two parents may take exponential time and memory.
bool isTaken(std::vector<bool>& isChild, std::size_t first) {
    const bool isOne = isChild[first] || isChild[first + 1];
    isChild[first] = isChild[first + 1] = true;
    return isOne;
}

Index splitLevel(const Directory& directory, std::uint32_t node) {
    const SplitNode& split = directory.splitNodes[node];
    if (split.kind() != SplitNode::Kind::inner) return 1;
    return 1 + std::max(splitLevel(directory, split.child()), splitLevel(directory, split.child() + 1));
}

}  // namespace

Index Directory::deepestLevel() const {
    // Children are stored after their parents.
    std::vector<Index> levels(nodes.size(), 0);
    Index deepest = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i].isLeaf()) levels[nodes[i].first] = levels[nodes[i].first + 1] = levels[i] + 1;
        deepest = std::max(deepest, levels[i]);
    }
    return deepest;
}

Real Directory::meanSplitLevel() const {
    std::size_t trees = 0;
    Real levels = 0;
    for (const Node& node : nodes) {
        if (!node.hasSplitTree()) continue;
        ++trees;
        levels += splitLevel(*this, node.split);
    }
    return trees == 0 ? 0 : levels / static_cast<Real>(trees);
}

Index Directory::mixedCells() const {
    return static_cast<Index>(std::ranges::count_if(
        splitNodes, [](const SplitNode& node) { return node.kind() == SplitNode::Kind::mixed; }));
}

Index Directory::mostBlocks() const {
    Index maximum = 0;
    for (const LeafEntry& leaf : leaves) maximum = std::max(maximum, blocksOf(leaf));
    return maximum;
}

std::size_t Directory::bytes() const {
    return nodes.size() * sizeof(Node) + splitNodes.size() * sizeof(SplitNode) +
           leaves.size() * sizeof(LeafEntry);
}

Result<void> check(const Directory& directory) {
    const auto& [nodes, splits, leaves, parts, rule, inside, maximum, triangles, fragments, blocks] =
        directory;
    std::vector<bool> isLeafSeen(leaves.size()), isChild(nodes.size()), isSplitChild(splits.size());
    std::size_t seen = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        if (!holds(node.box, node.box)) return damage("a box is invalid");
        if (node.isLeaf()) {
            if (node.first >= leaves.size()) return damage("a leaf's index is out of range");
            if (isLeafSeen[node.first]) return damage("a leaf has two parents");
            isLeafSeen[node.first] = true;
            ++seen;
            continue;
        }
        if (node.first <= i || node.first + std::size_t{1} >= nodes.size())
            return damage("a child's index is out of range");
        if (isTaken(isChild, node.first)) return damage("a child has two parents");
        for (Index k = 0; k < 2; ++k) {
            if (!holds(node.box, nodes[node.first + k].box)) return damage("a child lies outside its parent");
        }
        if (node.hasSplitTree() && node.split >= splits.size())
            return damage("a SplitTree's index is out of range");
    }
    if (seen != leaves.size()) return damage("the number of leaves is wrong");
    for (std::size_t i = 0; i < splits.size(); ++i) {
        if (splits[i].axis() > 2) return damage("an axis is invalid");
        if (splits[i].kind() != SplitNode::Kind::inner) continue;
        if (splits[i].child() <= i || splits[i].child() + std::size_t{1} >= splits.size()) {
            return damage("the index of a SplitTree's child is out of range");
        }
        if (isTaken(isSplitChild, splits[i].child())) return damage("a SplitTree's child has two parents");
    }
    return {};
}

}  // namespace ricochet::mktree
