#pragma once

#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/standing_triangle.h"

#include <unordered_map>
#include <utility>

namespace ricochet::mktree {

/// A node of the world: of the directory, of the tree in a leaf, or a triangle.
struct WorldNode {
    Index index;
    Index place;  ///< kDirectory, or the leaf's position among the pinned ones
    bool isFace = false;

    static constexpr Index kDirectory = kNone;
    static WorldNode ofDirectory(Index node) { return {node, kDirectory}; }
    bool isTriangle() const { return isFace; }
    bool isOfDirectory() const { return place == kDirectory; }
};

/// The nodes of an MKtree and of its leaves as one tree. Leaves are read when they are opened, and stay
/// pinned until the end. For one query of one thread.
class PinnedLeaves {
public:
    explicit PinnedLeaves(const MkTree& tree) : tree_(tree) {}
    PinnedLeaves(const PinnedLeaves&) = delete;

    std::size_t count() const { return leaves_.size(); }

    Aabb boxOf(const WorldNode& node) const {
        if (node.isOfDirectory()) return tree_.directory().nodes[node.index].box.box();
        if (!node.isTriangle()) return leaves_[node.place]->tree[node.index].box.box();
        return ricochet::boxOf(corners(node));
    }

    /// Whether opening it would read a leaf.
    bool isUnread(const WorldNode& node) const {
        if (!node.isOfDirectory()) return false;
        const Node& n = tree_.directory().nodes[node.index];
        return n.isLeaf() && !placeOf_.contains(n.first);
    }

    /// Calls visit(child) for each.
    template <class Visit>
    Result<void> forEachChild(const WorldNode& node, Visit&& visit) {
        if (node.isOfDirectory()) {
            const Node& n = tree_.directory().nodes[node.index];
            if (!n.isLeaf()) {
                visit(WorldNode::ofDirectory(n.first + 1));
                visit(WorldNode::ofDirectory(n.first));
                return {};
            }
            const Result<Index> place = pin(n.first);
            if (!place) return tl::unexpected(place.error());
            visit(WorldNode{0, *place});
            return {};
        }
        const Leaf::TreeNode& n = leaves_[node.place]->tree[node.index];
        if (!n.isLeaf()) {
            visit(WorldNode{n.first + 1, node.place});
            visit(WorldNode{n.first, node.place});
        }
        for (Index i = n.first; i < n.first + n.count; ++i) visit(WorldNode{i, node.place, true});
        return {};
    }

    Triangle corners(const WorldNode& triangle) const {
        return leaves_[triangle.place]->triangle(triangle.index);
    }
    StandingTriangle triangle(const WorldNode& node) const {
        return standingTriangle(*leaves_[node.place], node.index);
    }

private:
    Result<Index> pin(Index leaf) {
        const auto [entry, isNew] = placeOf_.try_emplace(leaf, static_cast<Index>(leaves_.size()));
        if (!isNew) return entry->second;
        auto read = tree_.leaf(leaf);
        if (!read) {
            placeOf_.erase(entry);
            return tl::unexpected(read.error());
        }
        leaves_.push_back(std::move(*read));
        return static_cast<Index>(leaves_.size() - 1);
    }

    const MkTree& tree_;
    std::vector<LeafPointer> leaves_;
    std::unordered_map<Index, Index> placeOf_;
};

}  // namespace ricochet::mktree
