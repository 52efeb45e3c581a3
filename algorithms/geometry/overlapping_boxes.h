#pragma once

#include "algorithms/geometry/box_union.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace ricochet {

/// Finds which of many boxes overlap: a tree that halves them along the axis of greatest spread. It refers to
/// the boxes, which must outlive it. `Box` has any number of axes: `centre()`, `size()`, `include(box,
/// other)` and `overlaps(a, b)`; a default-constructed one is empty.
template <class Box>
class OverlapTree {
public:
    explicit OverlapTree(std::span<const Box> boxes) : boxes_(boxes), order_(boxes.size()) {
        std::iota(order_.begin(), order_.end(), Index{0});
        if (!boxes.empty()) build(0, static_cast<Index>(boxes.size()));
    }

    /// Calls visit(i, j), i < j, once for every pair of overlapping boxes.
    template <class Visit>
    void forEachPair(Visit&& visit) const {
        forEachPairSeen(std::identity(), [&](Index i, Index j) { visit(std::min(i, j), std::max(i, j)); });
    }

    /// Calls visit(i, j) once for every pair for which seen(box of i) overlaps the box of j. That must be the
    /// same with i and j exchanged.
    template <class Seen, class Visit>
    void forEachPairSeen(Seen&& seen, Visit&& visit) const {
        for (Index rank = 0; rank < order_.size(); ++rank) {
            const Index i = order_[rank];
            descend(0, seen(boxes_[i]), rank + 1, [&](Index j) { visit(i, j); });
        }
    }

    /// Calls visit(i) once for every box that overlaps the given one, which need not be in the tree.
    template <class Visit>
    void forEachOverlapping(const Box& box, Visit&& visit) const {
        if (!nodes_.empty()) descend(0, box, 0, visit);
    }

private:
    static constexpr Index kLeafSize = 8;

    struct Node {
        Box box;
        Index begin, end;  ///< into `order_`
        Index right = 0;   ///< the left child is the next node; 0: a leaf
    };

    Index build(Index begin, Index end) {
        const auto at = static_cast<Index>(nodes_.size());
        nodes_.push_back({{}, begin, end});
        auto lowest = boxes_[order_[begin]].centre(), highest = lowest;
        for (Index k = begin; k < end; ++k) {
            const Box& box = boxes_[order_[k]];
            include(nodes_[at].box, box);
            lowest = lowest.cwiseMin(box.centre()).eval();
            highest = highest.cwiseMax(box.centre()).eval();
        }
        if (end - begin <= kLeafSize) return at;
        int axis;
        (highest - lowest).maxCoeff(&axis);
        const Index middle = begin + (end - begin) / 2;
        std::nth_element(
            order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
            [&](Index i, Index j) { return boxes_[i].centre()[axis] < boxes_[j].centre()[axis]; });
        build(begin, middle);
        nodes_[at].right = build(middle, end);
        return at;
    }

    /// Visits only boxes from `first` on in `order_`.
    template <class Visit>
    void descend(Index at, const Box& box, Index first, Visit&& visit) const {
        const Node& node = nodes_[at];
        if (node.end <= first || !overlaps(node.box, box)) return;
        if (node.right != 0) {
            descend(at + 1, box, first, visit);
            descend(node.right, box, first, visit);
            return;
        }
        for (Index k = std::max(node.begin, first); k < node.end; ++k) {
            if (overlaps(boxes_[order_[k]], box)) visit(order_[k]);
        }
    }

    std::span<const Box> boxes_;
    std::vector<Index> order_;
    std::vector<Node> nodes_;
};

using OverlappingBoxes = OverlapTree<Aabb>;

}  // namespace ricochet
