#include "algorithms/swept/box_tree.h"

#include <numeric>

namespace ricochet {
namespace {

class Builder {
public:
    explicit Builder(std::span<const Aabb> boxes) : boxes_(boxes) {
        centres_.reserve(boxes.size());
        for (const Aabb& box : boxes) centres_.push_back(box.centre());
        tree_.items.resize(boxes.size());
        std::iota(tree_.items.begin(), tree_.items.end(), Index{0});
    }

    BoxTree build() {
        if (boxes_.empty()) return {};
        tree_.nodes.reserve(2 * boxes_.size());
        tree_.nodes.emplace_back();
        split(0, 0, static_cast<Index>(boxes_.size()));
        return std::move(tree_);
    }

private:
    void split(Index node, Index begin, Index end) {
        Aabb box, centres;
        for (Index i = begin; i < end; ++i) {
            const Index item = tree_.items[i];
            box.include(boxes_[item].min);
            box.include(boxes_[item].max);
            centres.include(centres_[item]);
        }
        if (end - begin <= BoxTree::kLeafSize) {
            tree_.nodes[node] = {box, begin, end - begin};
            return;
        }
        int axis;
        centres.size().maxCoeff(&axis);
        const Index middle = begin + (end - begin) / 2;
        const auto at = [&](Index i) { return tree_.items.begin() + i; };
        std::nth_element(at(begin), at(middle), at(end), [&](Index i, Index j) {
            return std::pair(centres_[i][axis], i) < std::pair(centres_[j][axis], j);
        });
        const auto left = static_cast<Index>(tree_.nodes.size());
        tree_.nodes[node] = {box, left, 0};
        tree_.nodes.resize(left + 2);
        split(left, begin, middle);
        split(left + 1, middle, end);
    }

    std::span<const Aabb> boxes_;
    std::vector<Vec3> centres_;
    BoxTree tree_;
};

bool holds(const Aabb& outer, const Aabb& inner) {
    return outer.contains(inner.min) && outer.contains(inner.max);
}

}  // namespace

BoxTree buildBoxTree(std::span<const Aabb> boxes) { return Builder(boxes).build(); }

bool isValid(const BoxTree& tree, std::span<const Aabb> boxes) {
    std::vector<bool> isSeen(boxes.size(), false);
    for (const BoxTree::Node& node : tree.nodes) {
        if (!node.isLeaf()) {
            if (node.first + 1 >= tree.nodes.size()) return false;
            for (Index child : {node.first, node.first + 1}) {
                if (!holds(node.box, tree.nodes[child].box)) return false;
            }
        }
        for (Index i = node.first; i < node.first + node.count; ++i) {
            const Index item = tree.items[i];
            if (isSeen[item] || !holds(node.box, boxes[item])) return false;
            isSeen[item] = true;
        }
    }
    return std::ranges::find(isSeen, false) == isSeen.end();
}

}  // namespace ricochet
