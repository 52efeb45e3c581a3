#pragma once

#include "algorithms/mktree/tree_builder.h"

#include <span>
#include <vector>

namespace ricochet::mktree {

struct BoxTreeSettings {
    Index leafBoxes = 8;  ///< limit per leaf: 1 or more
    SplitRule rule = SplitRule::surfaceArea;
    Real minimumShare = 0.25;  ///< see BuildSettings
};

/// An MKtree over the boxes of objects, in memory: the broad phase of Franquesa-Niubó, Brunet. Collision
/// Prediction Using MKtrees. 2004. Without SplitTrees, which save 1 % of the leaves at most.
class BoxTree {
public:
    BoxTree() = default;
    explicit BoxTree(std::span<const FloatBox> boxes, const BoxTreeSettings& settings = {});

    /// Calls visit(i) for the i-th box of each leaf below nodes whose boxes all satisfy mayEnter.
    template <class MayEnter, class Visit>
    void forEachBelow(MayEnter&& mayEnter, Visit&& visit) const {
        if (!nodes_.empty()) descend(nodes_.front(), mayEnter, visit);
    }

    std::size_t size() const { return boxes_.size(); }
    std::span<const Node> nodes() const { return nodes_; }
    std::size_t bytes() const;

private:
    template <class MayEnter, class Visit>
    void descend(const Node& node, MayEnter& mayEnter, Visit& visit) const {
        if (!mayEnter(node.box)) return;
        if (!node.isLeaf()) {
            descend(nodes_[node.first], mayEnter, visit);
            descend(nodes_[node.first + 1], mayEnter, visit);
            return;
        }
        for (Index i = leafBegin_[node.first]; i < leafBegin_[node.first + 1]; ++i) visit(boxes_[i]);
    }

    std::vector<Node> nodes_;
    std::vector<Index> boxes_;      ///< by number, leaf by leaf
    std::vector<Index> leafBegin_;  ///< per leaf, plus one: begin of its boxes in `boxes_`
};

}  // namespace ricochet::mktree
