#include "algorithms/mktree/box_tree.h"

namespace ricochet::mktree {

BoxTree::BoxTree(std::span<const FloatBox> boxes, const BoxTreeSettings& settings) {
    std::vector<FragmentRecord> records;
    records.reserve(boxes.size());
    for (const FloatBox& box : boxes) records.push_back({box, 0, 0, /*triangles*/ 1});
    TreePlan plan = planTree(records, {.leafTriangles = settings.leafBoxes,
                                       .rule = settings.rule,
                                       .minimumShare = settings.minimumShare,
                                       .splitTrees = false});
    nodes_ = std::move(plan.nodes);
    boxes_ = std::move(plan.order);
    leafBegin_ = std::move(plan.leafBegin);
}

std::size_t BoxTree::bytes() const {
    return nodes_.capacity() * sizeof(Node) + (boxes_.capacity() + leafBegin_.capacity()) * sizeof(Index);
}

}  // namespace ricochet::mktree
