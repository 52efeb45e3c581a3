#include "algorithms/mktree/split_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ricochet::mktree {
namespace {

constexpr int kMostLevels = 8;  // cells of the last level may stay mixed

Aabb boxAbout(std::span<const FloatBox> boxes) {
    Aabb all;
    for (const FloatBox& box : boxes) include(all, box.box());
    return all;
}

/// The boxes clipped to a cell.
std::vector<FloatBox> overlapping(std::span<const FloatBox> boxes, const Aabb& cell) {
    std::vector<FloatBox> parts;
    for (const FloatBox& box : boxes) {
        const Aabb part = intersection(box.box(), cell);
        if (!part.isEmpty()) parts.push_back(floatBoxOf(part));
    }
    return parts;
}

class SplitBuilder {
public:
    explicit SplitBuilder(std::vector<SplitNode>& nodes) : nodes_(nodes) {}

    void build(std::uint32_t node, const Aabb& cell, std::span<const FloatBox> left,
               std::span<const FloatBox> right, int level) {
        if (const auto end = separated(left, right)) {
            nodes_[node] = *end;
            return;
        }
        int axis = 0;
        float position = 0;
        if (level == kMostLevels || !chooseCut(cell, left, right, axis, position)) {
            nodes_[node] = SplitNode::of(SplitNode::Kind::mixed, 0, 0);
            return;
        }
        const auto child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[node] = SplitNode::of(SplitNode::Kind::inner, axis, position, child);
        nodes_.resize(nodes_.size() + 2);
        for (std::uint32_t side : {0U, 1U}) {
            Aabb part = cell;
            (side == 0 ? part.max : part.min)[axis] = position;
            build(child + side, part, overlapping(left, part), overlapping(right, part), level + 1);
        }
    }

private:
    static std::optional<SplitNode> separated(std::span<const FloatBox> left,
                                              std::span<const FloatBox> right) {
        constexpr float kEverywhere = std::numeric_limits<float>::infinity();
        if (right.empty()) return SplitNode::of(SplitNode::Kind::separated, 0, kEverywhere);
        if (left.empty()) return SplitNode::of(SplitNode::Kind::mirrored, 0, kEverywhere);
        const FloatBox l = floatBoxOf(boxAbout(left)), r = floatBoxOf(boxAbout(right));
        for (int axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<std::size_t>(axis);
            if (l.max[k] < r.min[k]) return SplitNode::of(SplitNode::Kind::separated, axis, l.max[k]);
            if (r.max[k] < l.min[k]) return SplitNode::of(SplitNode::Kind::mirrored, axis, r.max[k]);
        }
        return std::nullopt;
    }

    /// Chooses a boundary of a box for which the half with more boxes has fewest.
    static bool chooseCut(const Aabb& cell, std::span<const FloatBox> left, std::span<const FloatBox> right,
                          int& axis, float& position) {
        const std::size_t all = left.size() + right.size();
        constexpr std::size_t kMostCandidates = 16;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (int a = 0; a < 3; ++a) {
            const auto k = static_cast<std::size_t>(a);
            const auto consider = [&](float place) {
                if (!(cell.min[a] < place && place < cell.max[a])) return;
                const auto [below, above] = countsAt(left, right, k, place);
                const std::size_t cost = below * below + above * above;
                if ((below == all && above == all) || cost >= fewest) return;
                fewest = cost;
                axis = a;
                position = place;
            };
            const std::size_t stride = std::max<std::size_t>(1, all / kMostCandidates);
            for (std::size_t i = 0; i < all; i += stride) {
                const FloatBox& box = i < left.size() ? left[i] : right[i - left.size()];
                consider(box.min[k]);
                consider(box.max[k]);
            }
        }
        return fewest != std::numeric_limits<std::size_t>::max();
    }

    static std::pair<std::size_t, std::size_t> countsAt(std::span<const FloatBox> left,
                                                        std::span<const FloatBox> right, std::size_t axis,
                                                        float place) {
        std::size_t below = 0, above = 0;
        for (std::span<const FloatBox> boxes : {left, right}) {
            for (const FloatBox& box : boxes) {
                below += box.min[axis] <= place;
                above += box.max[axis] >= place;
            }
        }
        return {below, above};
    }

    std::vector<SplitNode>& nodes_;
};

void collect(std::span<const SplitNode> nodes, std::uint32_t at, const Aabb& box, Sides& sides) {
    const SplitNode& node = nodes[at];
    const bool below = box.min[node.axis()] <= node.position, above = box.max[node.axis()] >= node.position;
    switch (node.kind()) {
        case SplitNode::Kind::inner:
            if (below) collect(nodes, node.child(), box, sides);
            if (above && !sides.both()) collect(nodes, node.child() + 1, box, sides);
            return;
        case SplitNode::Kind::separated:
            sides.left |= below;
            sides.right |= box.max[node.axis()] > node.position;
            return;
        case SplitNode::Kind::mirrored:
            sides.right |= below;
            sides.left |= box.max[node.axis()] > node.position;
            return;
        case SplitNode::Kind::mixed:
            sides = {true, true};
            return;
    }
}

}  // namespace

std::uint32_t appendSplitTree(const Aabb& overlap, std::span<const FloatBox> left,
                              std::span<const FloatBox> right, std::vector<SplitNode>& nodes) {
    if (overlap.isEmpty()) return Node::kNoSplit;
    const auto root = static_cast<std::uint32_t>(nodes.size());
    nodes.emplace_back();
    SplitBuilder(nodes).build(root, overlap, overlapping(left, overlap), overlapping(right, overlap), 1);
    return root;
}

Sides sidesOf(std::span<const SplitNode> nodes, std::uint32_t root, const Aabb& box) {
    Sides sides;
    collect(nodes, root, box, sides);
    return sides;
}

}  // namespace ricochet::mktree
